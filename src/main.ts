import { Command, CommanderError } from 'commander';
import packageJson from '../package.json' with { type: 'json' };
import type { CommandContext } from './commands/context.ts';
import { type Config, ConfigError, parseConfig } from './config.ts';

const WRONG_USAGE = 2;

/** The commands, each loaded when it is asked for: the server starts without the importer's libraries. */
const COMMANDS: ReadonlyMap<string, () => Promise<(context: CommandContext) => Command>> = new Map([
  ['serve', async () => (await import('./commands/serve.ts')).serveCommand],
  ['import', async () => (await import('./commands/import.ts')).importCommand],
  ['token', async () => (await import('./commands/token.ts')).tokenCommand],
  ['status', async () => (await import('./commands/status.ts')).statusCommand],
  ['sample', async () => (await import('./commands/sample.ts')).sampleCommand],
  ['compare', async () => (await import('./commands/compare.ts')).compareCommand],
  ['systemd', async () => (await import('./commands/systemd.ts')).systemdCommand],
]);

const EXAMPLES = `
Examples:
  cnpj sample --companies 20000 --out sample    invented companies, to try everything on
  cnpj import --from sample                     a registry of them
  cnpj serve                                    http://localhost:3000
  cnpj status                                   what is served, and what needs attention

cnpj <command> --help tells more of each. Exit codes: 0 done, 1 failed, 2 wrong usage.
`;

/** The command line over a context: the command asked for, or all of them where none is. */
async function createProgram(context: CommandContext, asked: string | undefined): Promise<Command> {
  const one = asked === undefined ? undefined : COMMANDS.get(asked);
  const program = new Command('cnpj')
    .description('A self-hosted registry of Brazilian companies.')
    .version(packageJson.version, '-V, --version', 'print the version')
    .option('--data <folder>', 'the data folder (or DATA_DIR; ./data where neither is set)')
    .addHelpText('after', EXAMPLES);
  for (const load of one === undefined ? COMMANDS.values() : [one])
    program.addCommand((await load())(context));
  program.addCommand(
    new Command('version')
      .description('print the version')
      .addHelpText('after', '\nExample:\n  cnpj version\n')
      .action(() => context.out(`${packageJson.version}\n`)),
  );
  return program;
}

/** What the codes of commander's own errors begin with, all of which are about usage. */
const COMMANDERS_OWN = 'commander.';

/**
 * Has a command and those below it write to the shell and end by throwing. Commander's code for a problem of usage is 1,
 * which here means that something failed.
 */
function settle(command: Command, shell: Shell): void {
  command.configureOutput({ writeOut: shell.out, writeErr: shell.err });
  command.configureHelp({ showGlobalOptions: true });
  command.exitOverride((error) => {
    const isUsage = error.exitCode !== 0 && error.code.startsWith(COMMANDERS_OWN);
    throw isUsage ? new CommanderError(WRONG_USAGE, error.code, error.message) : error;
  });
  command.allowExcessArguments(false);
  for (const child of command.commands) settle(child, shell);
}

/** Takes `--data` from wherever it stands: before the command or after it. */
function takeDataFolder(words: readonly string[]): { rest: string[]; dataDir: string | undefined } {
  const rest: string[] = [];
  let dataDir: string | undefined;
  for (let index = 0; index < words.length; index++) {
    const word = words[index] ?? '';
    if (word === '--data' && words[index + 1] !== undefined) dataDir = words[++index];
    else if (word.startsWith('--data=')) dataDir = word.slice('--data='.length);
    else rest.push(word);
  }
  return { rest, dataDir };
}

/** What a command line runs in: the environment, and where it writes. */
export interface Shell extends Pick<CommandContext, 'out' | 'err'> {
  readonly environment: Readonly<Record<string, string | undefined>>;
}

const PROCESS: Shell = {
  environment: process.env,
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
};

/** Runs one command and returns the exit code: 0 done, 1 failed, 2 wrong usage. */
export async function main(words: readonly string[], shell: Shell = PROCESS): Promise<number> {
  const { out, err } = shell;
  let config: Config;
  try {
    config = parseConfig(shell.environment);
  } catch (cause) {
    if (!(cause instanceof ConfigError)) throw cause;
    err(`${cause.message}\n`);
    return WRONG_USAGE;
  }
  const { rest, dataDir } = takeDataFolder(words);
  if (dataDir === '') {
    err('error: --data must be a folder\n');
    return WRONG_USAGE;
  }
  const context: CommandContext = {
    ...{ config, out, err, dataDir: dataDir ?? config.DATA_DIR },
    isDataDirGiven: Boolean(dataDir ?? shell.environment.DATA_DIR),
  };
  const program = await createProgram(
    context,
    rest.find((word) => !word.startsWith('-')),
  );
  settle(program, shell);
  try {
    await program.parseAsync(rest, { from: 'user' });
    return 0;
  } catch (cause) {
    if (cause instanceof CommanderError) return cause.exitCode;
    const message = cause instanceof Error ? (cause.stack ?? cause.message) : String(cause);
    err(`${message}\n`);
    return 1;
  }
}

/** A reader that has seen enough, such as `head`, is no fault. */
function allowGoneReader(cause: NodeJS.ErrnoException): void {
  if (cause.code !== 'EPIPE') throw cause;
}

if (import.meta.main) {
  process.stdout.on('error', allowGoneReader);
  process.exitCode = await main(process.argv.slice(2));
}
