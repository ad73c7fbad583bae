import { openState } from '../../src/state/database.ts';
import { openRecorder } from '../../src/state/recorder.ts';

/**
 * A process that counts queries and waits to be killed: `counting-process.ts <folder of state.db>`. It says
 * when a second has passed since it counted a thousand, and counts more.
 */
const state = openState(process.argv.at(-1) ?? '');
const { usage } = openRecorder(state, { onFault: (message) => process.stderr.write(message) });
for (let query = 0; query < 1_000; query++) usage.count(1, 'cnpj');
await Bun.sleep(1_000);
for (let query = 0; query < 50; query++) usage.count(1, 'cnpj');
process.stdout.write('counted\n');
setInterval(() => undefined, 60_000);
