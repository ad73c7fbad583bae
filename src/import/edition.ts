import type { MadeOf } from '../registry/database.ts';
import { lastLearntAt } from '../state/additions.ts';
import type { State } from '../state/database.ts';
import { pathOf } from './data-folder.ts';
import type { ImportEvents } from './events.ts';
import { dropOvertaken, learntRecords } from './learn.ts';
import type { ImportLock } from './lock.ts';
import { describeSources, digestFiles } from './made-of.ts';
import type { Coverage } from './protocol.ts';
import { type ImportReport, importRegistry } from './publish.ts';

/** What every import is told, wherever its files come from. */
export interface ImportSettings {
  readonly lock: ImportLock;
  readonly state: State;
  readonly coverage: Coverage;
  readonly events: ImportEvents;
  readonly allowShrink: boolean;
  readonly ignoreSpace: boolean;
  /** Is told what the import is about as soon as that is known, so that a failure can say it too. */
  readonly onSubject: (subject: ImportSubject) => void;
}

/** What an import is about. */
export interface ImportSubject {
  /** YYYY-MM. */
  readonly month: string | undefined;
  /** A digest of the files. */
  readonly inbox: string | undefined;
}

/** The month that a registry is of: its folder's, or the one of its extraction. */
export function monthOf(facts: { readonly extractedOn: string; readonly madeOf?: MadeOf }): string {
  return facts.madeOf?.month ?? facts.extractedOn.slice(0, 7);
}

/** Drops what the new registry has overtaken. It is served already, so that a failure here is but a warning. */
function tryToDropOvertaken(state: State, { dataDir }: ImportLock): string[] {
  try {
    dropOvertaken(state, pathOf(dataDir, 'registry'));
    return [];
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    return [
      `Learnt records that the month has overtaken could not be dropped (${reason}): the next import does.`,
    ];
  }
}

/**
 * Imports the files of folders, with what was learnt upstream, and notes in the registry what it was made of. Throws
 * ImportFailure.
 */
export async function importEdition(
  settings: ImportSettings,
  folders: readonly string[],
): Promise<ImportReport> {
  const { lock, state, onSubject } = settings;
  const madeOf = await describeSources(folders, lastLearntAt(state));
  const inbox = digestFiles(madeOf);
  onSubject({ month: madeOf.month ?? undefined, inbox });
  const report = await importRegistry(lock, {
    ...settings,
    folders,
    facts: { madeOf },
    additions: learntRecords(state),
  });
  onSubject({ month: monthOf({ ...report, madeOf }), inbox });
  return { ...report, warnings: [...report.warnings, ...tryToDropOvertaken(state, lock)] };
}
