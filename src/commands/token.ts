import { Argument, Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import { sendMail } from '../mail/send.ts';
import { MailError, type PostOffice } from '../mail/smtp.ts';
import { composeTokenMail } from '../mail/token-mail.ts';
import { hasState, openState, type State } from '../state/database.ts';
import { handOver } from '../state/hand-over.ts';
import { castEmail, castExpiry, castNote, FormError } from '../state/order.ts';
import {
  changePlan,
  type IssuedToken,
  issueToken,
  listTokens,
  revokeTokens,
  rotateToken,
} from '../state/subscribers.ts';
import { PLANS, type Plan } from '../state/tables.ts';
import type { CommandContext } from './context.ts';
import { presentJson, presentList } from './token-list.ts';

/** What the token commands work with. */
export type TokenContext = CommandContext & {
  /** How long a mail server may take; 30 seconds by default. */
  readonly mailTimeoutMs?: number;
};

type IssueFlags = { email: string; plan: Plan; expires?: string; note?: string; print?: boolean };

/** Turns the form errors of a cast into commander's, which say which option they concern. */
function parseWith(cast: (text: string) => string): (text: string) => string {
  return (text) => {
    try {
      return cast(text);
    } catch (cause) {
      if (cause instanceof FormError) throw new InvalidArgumentError(cause.message);
      throw cause;
    }
  };
}

/** The post office that the configuration describes. Throws MailError when there is none. */
function findPostOffice(context: TokenContext): PostOffice {
  const { SMTP_URL: smtpUrl, MAIL_FROM: from } = context.config;
  if (smtpUrl === undefined || from === undefined) {
    const missing = smtpUrl === undefined ? 'SMTP_URL' : 'MAIL_FROM';
    throw new MailError(`${missing} is not set, so the token cannot be sent by e-mail.`);
  }
  const timeoutMs = context.mailTimeoutMs;
  return { smtpUrl, from, ...(timeoutMs === undefined ? {} : { timeoutMs }) };
}

/**
 * Makes a token by a change and brings it to its subscriber: by e-mail, or printed. What fails before the
 * subscriber has it changes nothing.
 */
async function deliverToken(
  context: TokenContext,
  state: State,
  how: { readonly print: boolean; readonly replaces: boolean },
  change: (token: string) => IssuedToken,
): Promise<void> {
  const office = how.print ? undefined : findPostOffice(context);
  const issued = await handOver(state, change, async (offered) => {
    if (office === undefined) return;
    const commercialBaseUrl = context.config.COMMERCIAL_BASE_URL;
    await sendMail(office, composeTokenMail({ ...offered, replaces: how.replaces, commercialBaseUrl }));
  });
  const name = `Token t${issued.tokenId} (${issued.plan}) of subscriber ${issued.subscriberId}`;
  if (office !== undefined) {
    context.out(`${name} is in force and was sent to ${issued.email}.\n`);
    return;
  }
  context.out(`${issued.token}\n`);
  context.err(`${name}, ${issued.email}, is in force. It is shown this once and kept nowhere.\n`);
}

/** The code of the errors that an action ended with, rather than commander. */
const FAILED = 'cnpj.token';

/** What can be done about a token that could not be mailed. */
const MAIL_ADVICE =
  ' Nothing was changed. Set SMTP_URL and MAIL_FROM right and repeat this, or repeat it with --print to have ' +
  'the token printed here, once, and hand it over yourself.';

/** Runs an action on state.db; its failure becomes one line and exit code 1, or 2 for a value without form. */
async function withState(
  context: TokenContext,
  command: Command,
  action: (state: State) => void | Promise<void>,
): Promise<void> {
  let state: State | undefined;
  try {
    // Only a first token makes a state.db: elsewhere a mistyped folder would look like one without subscribers.
    if (command.name() !== 'issue' && !hasState(context.dataDir)) {
      throw new Error(
        `${context.dataDir} has no state.db: is that the data folder? Name it by --data or DATA_DIR.`,
      );
    }
    state = openState(context.dataDir);
    await action(state);
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause);
    const advice = cause instanceof MailError ? MAIL_ADVICE : '';
    const exitCode = cause instanceof FormError ? 2 : 1;
    command.error(`error: ${message}${advice}`, { exitCode, code: FAILED });
  } finally {
    state?.close();
  }
}

/** What names a subscriber or one of its tokens, as the help texts say it. */
const SELECTOR_HELP = "a subscriber's number (7), one token (t7) or a mail address";

/** The option that prints a token in the place of mailing it. */
function printOption(): Option {
  return new Option('--print', 'print the token, once, instead of sending it by e-mail');
}

function addIssue(token: Command, context: TokenContext): void {
  const plan = new Option('--plan <plan>', 'what the subscriber may do').choices(PLANS).makeOptionMandatory();
  const expiry = (text: string) => castExpiry(text, Date.now());
  token
    .command('issue')
    .description('make a token and send it to its subscriber')
    .requiredOption('--email <address>', "the subscriber's mail address", parseWith(castEmail))
    .addOption(plan)
    .option('--expires <day>', 'the last day on which it is good, YYYY-MM-DD', parseWith(expiry))
    .option('--note <text>', 'a remark, shown by the list', parseWith(castNote))
    .addOption(printOption())
    .addHelpText(
      'after',
      '\nExamples:\n  cnpj token issue --email ana@example.com --plan premium\n  cnpj token issue --email ana@example.com --plan basico --expires 2027-12-31 --print\n',
    )
    .action((flags: IssueFlags, command: Command) =>
      withState(context, command, (state) => {
        const how = { print: flags.print === true, replaces: false };
        return deliverToken(context, state, how, (text) => issueToken(state, flags, { token: text }));
      }),
    );
}

function addRotate(token: Command, context: TokenContext): void {
  token
    .command('rotate')
    .description('replace a token by a new one; the old one ends at once')
    .argument('<id|email>', SELECTOR_HELP)
    .addOption(printOption())
    .addHelpText(
      'after',
      '\nExamples:\n  cnpj token rotate ana@example.com\n  cnpj token rotate t7 --print\n',
    )
    .action((selector: string, flags: { print?: boolean }, command: Command) =>
      withState(context, command, (state) => {
        const how = { print: flags.print === true, replaces: true };
        return deliverToken(context, state, how, (text) => rotateToken(state, selector, { token: text }));
      }),
    );
}

function addRevoke(token: Command, context: TokenContext): void {
  token
    .command('revoke')
    .description('end a token, or all tokens of a subscriber, at once')
    .argument('<id|email>', SELECTOR_HELP)
    .addHelpText('after', '\nExamples:\n  cnpj token revoke t7\n  cnpj token revoke ana@example.com\n')
    .action((selector: string, _flags: unknown, command: Command) =>
      withState(context, command, (state) => {
        const names = revokeTokens(state, selector).map((id) => `t${id}`);
        context.out(`Revoked ${names.join(', ')}.\n`);
      }),
    );
}

function addPlan(token: Command, context: TokenContext): void {
  token
    .command('plan')
    .description('give a subscriber another plan; its tokens stay')
    .argument('<id|email>', SELECTOR_HELP)
    .addArgument(new Argument('<plan>', 'the new plan').choices(PLANS))
    .addHelpText('after', '\nExample:\n  cnpj token plan ana@example.com premium\n')
    .action((selector: string, plan: Plan, _flags: unknown, command: Command) =>
      withState(context, command, (state) => {
        const { subscriberId, email, before } = changePlan(state, selector, plan);
        context.out(`Subscriber ${subscriberId}, ${email}: ${before} -> ${plan}.\n`);
      }),
    );
}

function addList(token: Command, context: TokenContext): void {
  token
    .command('list')
    .description('list all tokens with their subscribers; no token can be shown again')
    .option('--json', 'as an array of JSON objects')
    .addHelpText('after', '\nExamples:\n  cnpj token list\n  cnpj token list --json\n')
    .action((flags: { json?: boolean }, command: Command) =>
      withState(context, command, (state) => {
        const listing = listTokens(state);
        context.out(flags.json === true ? presentJson(listing) : presentList(listing));
      }),
    );
}

const EXAMPLES = `
Examples:
  cnpj token issue --email ana@example.com --plan premium
  cnpj token list
  cnpj token revoke ana@example.com

cnpj token <command> --help tells more of each.
`;

/**
 * The `token` command and its sub-commands. Whatever ends early throws commander's CommanderError, its text
 * already written to `context.err`: exitCode 0 for help, 1 when the request failed and nothing was changed,
 * 2 for wrong usage.
 */
export function tokenCommand(context: TokenContext): Command {
  const token = new Command('token')
    .description('subscribers: issue, list, revoke and rotate tokens, change plans')
    .addHelpText('after', EXAMPLES)
    .configureOutput({ writeOut: context.out, writeErr: context.err })
    .exitOverride((cause) => {
      // Commander ends with 1 for whatever it refuses itself; scripts should tell that from a failure.
      const refused = cause.code !== FAILED && cause.exitCode !== 0;
      throw refused ? new CommanderError(2, cause.code, cause.message) : cause;
    });
  for (const add of [addIssue, addList, addRevoke, addRotate, addPlan]) add(token, context);
  return token;
}
