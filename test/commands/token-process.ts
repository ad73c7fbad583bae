import { CommanderError } from 'commander';
import { tokenCommand } from '../../src/commands/token.ts';
import { parseConfig } from '../../src/config.ts';

/** The token command as a process of its own: `token-process.ts <folder of state.db> <arguments>`. */
const [dataDir = '', ...words] = process.argv.slice(2);
const command = tokenCommand({
  config: parseConfig({}),
  dataDir,
  isDataDirGiven: true,
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
});
try {
  await command.parseAsync(words, { from: 'user' });
} catch (cause) {
  if (!(cause instanceof CommanderError)) throw cause;
  process.exitCode = cause.exitCode;
}
