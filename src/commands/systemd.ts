import { mkdirSync, writeFileSync } from 'node:fs';
import { isAbsolute, join, resolve } from 'node:path';
import { Command, CommanderError, InvalidArgumentError } from 'commander';
import type { CommandContext } from './context.ts';
import { explainUnits } from './systemd/explanation.ts';
import { composeUnits, type UnitOptions } from './systemd/units.ts';

interface SystemdFlags {
  readonly user: string;
  readonly binary?: string;
  readonly out?: string;
}

/** Where data is kept on a server, by the hierarchy of Linux; the default for trying things on is ./data. */
const SERVER_DATA_DIR = '/var/lib/cnpj';

/** With PrivateTmp=yes a unit has folders of its own in the place of these, and loses them when it stops. */
const PRIVATE = /^\/(?:var\/)?tmp(?:\/|$)/;

function readUser(text: string): string {
  if (!/^[a-z_][a-z0-9_-]{0,30}$/.test(text))
    throw new InvalidArgumentError('It must be the name of a user.');
  return text;
}

/** systemd has rules of its own for blanks, quotes, `%` and `$`; a path without them means one thing everywhere. */
const PLAIN_PATH = /^\/[A-Za-z0-9/_.@+:,~-]*$/;

function readPath(text: string): string {
  if (!isAbsolute(text)) throw new InvalidArgumentError('It must be an absolute path.');
  if (!PLAIN_PATH.test(text)) {
    throw new InvalidArgumentError('It must be a path of letters, digits and /_.@+:,~- only.');
  }
  return text;
}

/** What runs this program again: the binary itself, or Bun with the file it was started with. */
function ownCommand(): readonly string[] {
  return Bun.isStandaloneExecutable ? [process.execPath] : [process.execPath, Bun.main];
}

function writeUnits(folder: string, units: ReadonlyMap<string, string>): void {
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of units) writeFileSync(join(folder, name), text);
}

const HELP = `
Without --out the units are printed one after the other, each under its path, and what to do with them to
standard error. --data is the folder that the service may write to, ${SERVER_DATA_DIR} unless it is given; it cannot
be below /tmp or /var/tmp, in whose place units have folders of their own.

Examples:
  cnpj systemd                                        read it all
  sudo cnpj systemd --out /etc/systemd/system         write the three units
  cnpj systemd --user registry --data /srv/cnpj --binary /opt/cnpj/cnpj
`;

/** `cnpj systemd`: units for the service and for the job of a night. */
export function systemdCommand(context: CommandContext): Command {
  return new Command('systemd')
    .description('print systemd units for the service and its nightly import')
    .option('--user <name>', 'the user that both run as', readUser, 'cnpj')
    .option('--binary <path>', 'the program (default: this one, where it is now)', readPath)
    .option('--out <folder>', 'write the units into this folder instead of printing them')
    .addHelpText('after', HELP)
    .action((flags: SystemdFlags, command: Command) => {
      const { dataDir, isDataDirGiven } = context;
      const options: UnitOptions = {
        user: flags.user,
        dataDir: isDataDirGiven ? resolve(dataDir) : SERVER_DATA_DIR,
        command: flags.binary === undefined ? ownCommand() : [flags.binary],
      };
      for (const path of [options.dataDir, ...options.command]) {
        if (!PLAIN_PATH.test(path)) {
          command.error(`error: ${path} cannot stand in a unit: letters, digits and /_.@+:,~- only`);
        }
      }
      if (PRIVATE.test(options.dataDir)) {
        command.error(
          `error: ${options.dataDir} cannot be the data folder of a service: units have a /tmp and a /var/tmp of their own (PrivateTmp=yes)`,
        );
      }
      const units = composeUnits(options);
      try {
        if (flags.out !== undefined) writeUnits(flags.out, units);
      } catch (cause) {
        const message = cause instanceof Error ? cause.message : String(cause);
        context.err(`The units could not be written: ${message}\n`);
        throw new CommanderError(1, 'cnpj.systemd', message);
      }
      if (flags.out === undefined) {
        const texts = Array.from(units, ([name, text]) => `# /etc/systemd/system/${name}\n${text}`);
        context.out(texts.join('\n'));
      }
      context.err(explainUnits(options, flags.out));
    });
}
