import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command, InvalidArgumentError, Option } from 'commander';

/** `bun run bench`: one command a bench; each is loaded only when it is run. */

function positive(text: string): number {
  const number = Number(text);
  if (!(number > 0 && Number.isFinite(number)))
    throw new InvalidArgumentError('It must be a number above 0.');
  return number;
}

function wholeNumber(text: string): number {
  const number = positive(text);
  if (!Number.isSafeInteger(number)) throw new InvalidArgumentError('It must be a whole number above 0.');
  return number;
}

const tell = (sentence: string) => void process.stderr.write(`${sentence}\n`);
const print = (report: string) => void process.stdout.write(report);

/** A bench that keeps its invented companies between runs. */
function addBench(program: Command, name: string, description: string): Command {
  return program
    .command(name)
    .description(description)
    .option('--companies <n>', 'how many companies to invent', wholeNumber, 200_000)
    .addOption(
      new Option('--folder <folder>', 'where they are kept between runs')
        .env('BENCH_DIR')
        .default(join(tmpdir(), 'cnpj-bench')),
    );
}

interface DataFlags {
  readonly companies: number;
  readonly folder: string;
}

const program = new Command('bench').description(
  'Measures the service on this machine; tables come in Markdown.',
);

addBench(program, 'lookup', 'lookups, listings and searches over HTTP, against a bare server')
  .option('--rounds <n>', 'how often each is measured', wholeNumber, 5)
  .option('--seconds <n>', 'how long each round asks each server', positive, 3)
  .option('--only <text>', 'only the kinds of request with this in their names')
  .action(async (flags: DataFlags & { rounds: number; seconds: number; only?: string }) => {
    const { benchLookups } = await import('./lookup.ts');
    print(await benchLookups({ ...flags, tell }));
  });

addBench(program, 'search', 'searches of many kinds, against SQLite with FTS5')
  .option('--smaller <n>', 'also a registry of so many companies, to reckon growth', wholeNumber)
  .option('--each <n>', 'how many queries of each kind', wholeNumber, 5)
  .option('--rounds <n>', 'how often each query is asked', wholeNumber, 5)
  .option('--kinds', 'tell every kind of query apart', false)
  .action(async (flags: DataFlags & { smaller?: number; each: number; rounds: number; kinds: boolean }) => {
    const { benchSearch } = await import('./search.ts');
    print(await benchSearch({ ...flags, tell }));
  });

addBench(program, 'import', "whole imports, against the sqlite3 shell's .import into bare tables")
  .option('--smaller <n>', 'also so many companies, to see how rate and memory grow', wholeNumber)
  .option('--rounds <n>', 'how often each is measured', wholeNumber, 3)
  .action(async (flags: DataFlags & { smaller?: number; rounds: number }) => {
    const { benchImport } = await import('./import.ts');
    print(await benchImport({ ...flags, tell }));
  });

addBench(program, 'start', 'from the start to the first answer, and memory over many requests')
  .option('--rounds <n>', 'how often the service is started', wholeNumber, 5)
  .option('--soak <n>', 'how many requests to answer while memory is watched', wholeNumber)
  .action(async (flags: DataFlags & { rounds: number; soak?: number }) => {
    const { benchStart } = await import('./start.ts');
    print(await benchStart({ soak: 0, pieceSeconds: 5, ...flags, tell }));
  });

program
  .command('kill')
  .description('imports killed at random moments, and whether what is served is whole each time')
  .option('--kills <n>', 'how many', wholeNumber, 200)
  .option('--companies <n>', 'how many companies to invent', wholeNumber, 5_000)
  .action(async (flags: { kills: number; companies: number }) => {
    const { killImports } = await import('./kill.ts');
    const onKill = (done: number, day: string) => tell(`${done}: ${day} is whole`);
    const result = await killImports({ ...flags, random: Math.random, onKill });
    print(`${JSON.stringify(result)}\n`);
  });

program
  .command('swap')
  .description('registries swapped under a server that answers all the while')
  .option('--swaps <n>', 'how many', wholeNumber, 10)
  .option('--companies <n>', 'how many companies to invent', wholeNumber, 20_000)
  .action(async (flags: { swaps: number; companies: number }) => {
    const { swapUnderLoad } = await import('./swap.ts');
    print(`${JSON.stringify(await swapUnderLoad(flags.swaps, flags.companies))}\n`);
  });

await program.parseAsync();
