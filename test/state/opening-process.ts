import { openState } from '../../src/state/database.ts';

/** A process that opens a state.db at a given moment: `opening-process.ts <folder> <epoch milliseconds>`. */
const [folder = '', atMs = '0'] = process.argv.slice(-2);
await Bun.sleep(Number(atMs) - Date.now() - 5);
while (Date.now() < Number(atMs));
openState(folder).close();
