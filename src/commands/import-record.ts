import { hostname } from 'node:os';
import type { FailureKind } from '../domain/failure-kind.ts';
import { explainDisk, pathOf } from '../import/data-folder.ts';
import type { ImportSubject } from '../import/edition.ts';
import { ImportFailure } from '../import/failure.ts';
import type { ImportLock } from '../import/lock.ts';
import type { ImportReport } from '../import/publish.ts';
import { readFacts } from '../import/verify.ts';
import { composeFailureMail } from '../mail/operator-mail.ts';
import { sendMail } from '../mail/send.ts';
import { openState, type State } from '../state/database.ts';
import { finishImport, type ImportEnd, startImport } from '../state/imports.ts';
import type { CommandContext } from './context.ts';

/** What a recorded job works with. */
export interface RecordedJob {
  readonly lock: ImportLock;
  readonly state: State;
  readonly onSubject: (subject: ImportSubject) => void;
}

/** What a recorded job came to: a registry or nothing new, and what failed beside it. */
export interface RecordedResult {
  readonly report: ImportReport | undefined;
  readonly downloadFailure?: ImportFailure | undefined;
}

const NO_SUBJECT: ImportSubject = { month: undefined, inbox: undefined };

/** The subject that a failure was about, for the mail; the failure itself goes on as it is. */
const SUBJECTS = new WeakMap<object, ImportSubject>();

function kindOf(cause: unknown): FailureKind {
  return cause instanceof ImportFailure ? cause.kind : 'fault';
}

function messageOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}

function endOf({ report }: RecordedResult, { month, inbox }: ImportSubject): ImportEnd {
  if (report === undefined) return { outcome: 'unchanged', month };
  const rows = Object.values(report.rows).reduce((sum, count) => sum + count, 0);
  return { outcome: 'published', month, inbox, rows };
}

/** Notes that a run begins. Throws ImportFailure where the disk has no room even for that. */
function begin(dataDir: string): { readonly id: number; readonly state: State } {
  let state: State | undefined;
  try {
    state = openState(dataDir);
    return { id: startImport(state), state };
  } catch (cause) {
    state?.close();
    throw explainDisk(cause, dataDir);
  }
}

/**
 * Does a job that may publish, and notes in state.db how it began and ended. A failed download beside a job that went
 * well is noted as a run of its own. Throws what the job throws, once that is noted; what cannot be noted, because the
 * disk is full, is only told.
 */
export async function recordImport(
  context: CommandContext,
  lock: ImportLock,
  job: (job: RecordedJob) => Promise<RecordedResult>,
): Promise<RecordedResult> {
  const { id, state } = begin(context.dataDir);
  let subject = NO_SUBJECT;
  const note = (id: number, end: ImportEnd): void => {
    try {
      finishImport(state, id, end);
    } catch (cause) {
      context.err(`How this run ended could not be noted in ${state.path}: ${messageOf(cause)}\n`);
    }
  };
  const failureOf = (cause: unknown): ImportEnd => ({
    outcome: 'failed',
    month: subject.month,
    kind: kindOf(cause),
    message: messageOf(cause),
  });
  try {
    const onSubject = (known: ImportSubject) => {
      subject = known;
    };
    try {
      const result = await job({ lock, state, onSubject });
      note(id, endOf(result, subject));
      const { downloadFailure } = result;
      if (downloadFailure !== undefined) note(startImport(state), failureOf(downloadFailure));
      return result;
    } catch (cause) {
      note(id, failureOf(cause));
      if (cause instanceof Error) SUBJECTS.set(cause, subject);
      throw cause;
    }
  } finally {
    state.close();
  }
}

/**
 * Tells the operator of a failed night by e-mail, where there is an address and a mail server. A mail that cannot be
 * sent is a warning: the failure itself is what matters.
 */
export async function mailFailure(context: CommandContext, cause: unknown): Promise<void> {
  const { MAIL_FROM: from, OPERATOR_EMAIL: email, SMTP_URL: smtpUrl } = context.config;
  if (email === undefined) return;
  if (smtpUrl === undefined || from === undefined) {
    context.err('OPERATOR_EMAIL is set, but SMTP_URL or MAIL_FROM is not: nobody is told by e-mail.\n');
    return;
  }
  const mail = composeFailureMail({
    email,
    host: hostname(),
    failedAtMs: Date.now(),
    month: cause instanceof Error ? SUBJECTS.get(cause)?.month : undefined,
    message: messageOf(cause),
    servingDate: readFacts(pathOf(context.dataDir, 'registry'))?.extractedOn,
  });
  try {
    await sendMail({ smtpUrl, from }, mail);
  } catch (failure) {
    context.err(`The operator could not be told: ${messageOf(failure)}\n`);
  }
}
