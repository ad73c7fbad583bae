import { main } from '../src/main.ts';

process.exitCode = await main(['import', '--nightly', ...process.argv.slice(2)]);
