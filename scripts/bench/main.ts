import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import { MAX_COMPANIES } from '../../src/sample/numbering.ts';
import { UsageError } from './usage.ts';

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

function companyCount(text: string): number {
  const number = wholeNumber(text);
  if (number > MAX_COMPANIES) throw new InvalidArgumentError(`There can be ${MAX_COMPANIES} at most.`);
  return number;
}

function seconds(text: string): number {
  const number = positive(text);
  if (Bun.which('wrk') === null || Number.isInteger(number)) return number;
  throw new InvalidArgumentError('It must be a whole number, as wrk knows no others.');
}

/** Growth is reckoned from the smaller size to the other. */
function refuseWrongSizes({ companies, smaller = 0 }: { companies: number; smaller?: number }): void {
  if (smaller >= companies) throw new UsageError('--smaller must be less than --companies.');
}

const tell = (sentence: string) => void process.stderr.write(`${sentence}\n`);
const fail = (sentence: string) => {
  tell(sentence);
  process.exitCode = 1;
};
const print = (report: string) => void process.stdout.write(report);

/** A bench that keeps its invented companies between runs. */
function addBench(program: Command, name: string, description: string): Command {
  return program
    .command(name)
    .description(description)
    .option('--companies <n>', 'how many companies to invent', companyCount, 200_000)
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

const WRONG_USAGE = 2;

const program = new Command('bench')
  .description('Measures the service on this machine; tables come in Markdown.')
  .exitOverride();

addBench(program, 'lookup', 'lookups, listings and searches over HTTP, against a bare server')
  .option('--rounds <n>', 'how often each is measured', wholeNumber, 5)
  .option('--seconds <n>', 'how long each round asks each server', seconds, 3)
  .option('--only <text>', 'only the kinds of request with this in their names')
  .action(async (flags: DataFlags & { rounds: number; seconds: number; only?: string }) => {
    const { benchLookups } = await import('./lookup.ts');
    print(await benchLookups({ ...flags, tell }));
  });

addBench(program, 'search', 'searches of many kinds, against SQLite with FTS5')
  .option('--smaller <n>', 'also a registry of so many companies, to reckon growth', companyCount)
  .option('--each <n>', 'how many queries of each kind', wholeNumber, 5)
  .option('--rounds <n>', 'how often each query is asked', wholeNumber, 5)
  .option('--kinds', 'tell every kind of query apart', false)
  .action(async (flags: DataFlags & { smaller?: number; each: number; rounds: number; kinds: boolean }) => {
    refuseWrongSizes(flags);
    const { benchSearch } = await import('./search.ts');
    print(await benchSearch({ ...flags, tell }));
  });

addBench(program, 'import', "whole imports, against the sqlite3 shell's .import into bare tables")
  .option('--smaller <n>', 'also so many companies, to see how rate and memory grow', companyCount)
  .option('--rounds <n>', 'how often each is measured', wholeNumber, 3)
  .action(async (flags: DataFlags & { smaller?: number; rounds: number }) => {
    refuseWrongSizes(flags);
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
  .option('--companies <n>', 'how many companies to invent', companyCount, 5_000)
  .action(async (flags: { kills: number; companies: number }) => {
    const { killImports } = await import('./kill.ts');
    const onKill = (done: number, day: string) => tell(`${done}: ${day} is whole`);
    const result = await killImports({ ...flags, random: Math.random, onKill });
    print(`${JSON.stringify(result)}\n`);
    if (result.leftovers.length > 0) fail('The last import left files behind.');
  });

program
  .command('swap')
  .description('registries swapped under a server that answers all the while')
  .option('--swaps <n>', 'how many', wholeNumber, 10)
  .option('--companies <n>', 'how many companies to invent', companyCount, 20_000)
  .action(async (flags: { swaps: number; companies: number }) => {
    const { swapUnderLoad } = await import('./swap.ts');
    const { memory, ...result } = await swapUnderLoad(flags.swaps, flags.companies);
    const megabytes = memory.map((bytes) => Math.round(bytes / 1_000_000));
    print(`${JSON.stringify({ ...result, megabytes })}\n`);
    if (result.failed + result.mixed > 0) fail('Requests failed, or were answered from two registries.');
  });

try {
  await program.parseAsync();
} catch (cause) {
  if (cause instanceof UsageError) {
    process.stderr.write(`error: ${cause.message}\n`);
    process.exitCode = WRONG_USAGE;
  } else if (cause instanceof CommanderError) {
    // Commander has said it already; its own code for wrong usage is 1, which here means that something failed.
    process.exitCode = cause.exitCode === 0 ? 0 : WRONG_USAGE;
  } else {
    throw cause;
  }
}
