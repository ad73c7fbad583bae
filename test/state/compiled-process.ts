import { openState } from '../../src/state/database.ts';
import { openRecorder } from '../../src/state/recorder.ts';

/** A program to be compiled: it counts one query, closes, and says which totals state.db then has. */
const state = openState(process.argv.at(-1) ?? '');
const faults: string[] = [];
const recorder = openRecorder(state, { onFault: (message) => faults.push(message) });
recorder.usage.count(7, 'suframa');
await recorder.close();
const totals = state.sqlite.query('SELECT subscriber_id, operation, quantity FROM usage').values();
process.stdout.write(JSON.stringify({ totals, faults }));
state.close();
