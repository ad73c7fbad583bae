import { Command, CommanderError } from 'commander';
import packageJson from '../package.json' with { type: 'json' };
import { compareCommand } from './commands/compare.ts';
import type { CommandContext } from './commands/context.ts';
import { importCommand } from './commands/import.ts';
import { sampleCommand } from './commands/sample.ts';
import { serveCommand } from './commands/serve.ts';
import { statusCommand } from './commands/status.ts';
import { systemdCommand } from './commands/systemd.ts';
import { tokenCommand } from './commands/token.ts';
import { type Config, ConfigError, parseConfig } from './config.ts';

const WRONG_USAGE = 2;

/** The whole command line over a context; every problem of usage leaves as a CommanderError. */
function createProgram(context: CommandContext): Command {
  const program = new Command('cnpj')
    .description('A self-hosted registry of Brazilian companies.')
    .version(packageJson.version, '-V, --version', 'print the version')
    .option('--data <folder>', 'the data folder (or DATA_DIR; ./data where neither is set)');
  const commands = [
    serveCommand,
    importCommand,
    tokenCommand,
    statusCommand,
    sampleCommand,
    compareCommand,
    systemdCommand,
  ].map((create) => create(context));
  commands.push(
    new Command('version')
      .description('print the version')
      .action(() => context.out(`${packageJson.version}\n`)),
  );
  for (const command of commands) program.addCommand(command);
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
  const program = createProgram({ config, dataDir: dataDir ?? config.DATA_DIR, out, err });
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

if (import.meta.main) process.exitCode = await main(process.argv.slice(2));
