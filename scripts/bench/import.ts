import { statSync } from 'node:fs';
import { join } from 'node:path';
import { RegistryDatabase } from '../../src/registry/database.ts';
import { prepareSources } from './data-set.ts';
import { describeMachine, formatNumber, formatSpread, formatTable, median } from './figures.ts';
import { type FloorRun, hasShell, prepareFloor, refuseLostRows, runFloor } from './import-floor.ts';
import { spawnProgram, watchPeakBytes } from './program.ts';
import { makeTransientFolder } from './transient.ts';

/** Measures whole imports, from the zips to a published registry, against the least that loading the rows costs. */

/** How the bench is run. */
export interface ImportSettings {
  /** Where invented companies are kept between runs. */
  readonly folder: string;
  readonly companies: number;
  /** Also so many companies, to see how rate and memory grow. */
  readonly smaller?: number;
  /** How often each is measured, always one after the other. */
  readonly rounds: number;
  /** Hears what is being done. */
  readonly tell: (sentence: string) => void;
}

/** The steps of an import; it names each but the first on its way. */
const STEPS: ReadonlyMap<string, string> = new Map([
  ['reading', 'unzip, CRC, parse, sort roughly'],
  ['joining', 'sort, join, write records, collect postings'],
  ['indexing', 'merge postings, write them'],
  ['checking', 'verify, put on the disk, publish'],
]);

/** One import: what it took, and what it made. */
interface ImportRun {
  readonly tookMs: number;
  readonly stepMs: Readonly<Record<string, number>>;
  readonly peakBytes: number;
  readonly rows: number;
  /** The rows that were kept, by their kinds. */
  readonly kept: Readonly<Record<string, number>>;
  readonly registryBytes: number;
}

/** Everything measured over one size. */
interface Measured {
  readonly companies: number;
  readonly imports: readonly ImportRun[];
  /** Milliseconds; empty where there is no shell. */
  readonly floorMs: readonly number[];
}

/** The country of June 2026: companies, establishments, partners and Simples together. */
const COUNTRY_ROWS = 217_200_000;
const MB = 1e6;

/** The lines that a process writes, as they come. */
async function* linesOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of stream) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  yield rest;
}

/** Imports once, in a process of its own, into a folder of its own. */
async function runImport(sources: string, below: string): Promise<ImportRun> {
  using data = makeTransientFolder(join(below, 'import-'));
  const startedMs = performance.now();
  await using child = spawnProgram('import', '--from', sources, '--data', data.path, '--ignore-space');
  const peak = watchPeakBytes(child);
  const stepMs: Record<string, number> = {};
  const errors: string[] = [];
  let step = 'reading';
  let since = startedMs;
  const next = (name: string) => {
    const now = performance.now();
    stepMs[step] = now - since;
    [step, since] = [name, now];
  };
  for await (const line of linesOf(child.stderr)) {
    errors.push(line);
    if (STEPS.has(line)) next(line);
  }
  if ((await child.exited) !== 0) throw new Error(`The import failed: ${errors.slice(-5).join('\n')}`);
  next('');
  const tookMs = performance.now() - startedMs;
  const registry = join(data.path, 'registry.db');
  const database = new RegistryDatabase(registry);
  const kept = database.facts.rows;
  database.close();
  const rows = Object.values(kept).reduce((sum, count) => sum + count, 0);
  return { tookMs, stepMs, peakBytes: await peak, rows, kept, registryBytes: statSync(registry).size };
}

/** Imports and the floor in turn, so that what else the machine does falls on both. */
async function measureSize(settings: ImportSettings, companies: number): Promise<Measured> {
  const { folder, rounds, tell } = settings;
  const { folder: below, sources } = await prepareSources(folder, companies, tell);
  const floor = hasShell() ? await prepareFloor(sources, join(below, 'unzipped')) : undefined;
  const imports: ImportRun[] = [];
  const floorMs: number[] = [];
  for (let round = 1; round <= rounds; round++) {
    tell(`Round ${round} of ${rounds} over ${formatNumber(companies)} companies …`);
    const loaded: FloorRun | undefined = floor && (await runFloor(floor));
    const imported = await runImport(sources, below);
    imports.push(imported);
    if (loaded === undefined) continue;
    refuseLostRows(loaded, imported.kept);
    floorMs.push(loaded.tookMs);
  }
  return { companies, imports, floorMs };
}

function medianOf(runs: readonly ImportRun[], pick: (run: ImportRun) => number): number {
  return median(runs.map(pick));
}

const rowsPerSecond = (run: ImportRun): number => (run.rows / run.tookMs) * 1000;

function reportSize({ companies, imports, floorMs }: Measured): string {
  const rows = medianOf(imports, (run) => run.rows);
  const spread = (values: readonly number[], digits = 0) =>
    values.length > 0 ? formatSpread(values, digits) : '';
  const ratios = floorMs.map((ms, round) => (imports[round]?.tookMs ?? Number.NaN) / ms);
  const ours = (pick: (run: ImportRun) => number, digits = 0) => spread(imports.map(pick), digits);
  const took = formatTable(
    ['median (least–most)', 'import', "sqlite3's .import"],
    [
      [
        'seconds',
        ours((run) => run.tookMs / 1000, 1),
        spread(
          floorMs.map((ms) => ms / 1000),
          1,
        ),
      ],
      ['rows a second', ours(rowsPerSecond), spread(floorMs.map((ms) => (rows / ms) * 1000))],
      ['times the floor', spread(ratios, 2), ''],
      ['registry, bytes a row', ours((run) => run.registryBytes / run.rows), ''],
      ['peak memory, MB', ours((run) => run.peakBytes / MB), ''],
    ],
  );
  const total = medianOf(imports, (run) => run.tookMs);
  const steps = formatTable(
    ['step', 'seconds', 'percent'],
    [...STEPS].map(([name, what]) => {
      const ms = medianOf(imports, (run) => run.stepMs[name] ?? 0);
      return [`${name}: ${what}`, formatNumber(ms / 1000, 1), formatNumber((100 * ms) / total)];
    }),
  );
  return `\n${formatNumber(companies)} companies, ${formatNumber(rows)} rows of all kinds\n\n${took}\n${steps}`;
}

/** How the rate falls and the memory grows from one size to another. */
function reportGrowth(small: Measured, large: Measured): string {
  const rate = medianOf(large.imports, rowsPerSecond) / medianOf(small.imports, rowsPerSecond);
  const peak = (size: Measured) => medianOf(size.imports, (run) => run.peakBytes);
  const times = `${formatNumber(large.companies / small.companies)} times the companies`;
  return `\n${times}: ${formatNumber(rate, 2)} times the rate, ${formatNumber(peak(large) / peak(small), 2)} times the memory.\n`;
}

/** Runs the bench; returns its report in Markdown. */
export async function benchImport(settings: ImportSettings): Promise<string> {
  const sizes = settings.smaller ? [settings.smaller, settings.companies] : [settings.companies];
  const measured: Measured[] = [];
  for (const companies of sizes) measured.push(await measureSize(settings, companies));
  const [first, last = first] = measured;
  if (first === undefined || last === undefined) throw new Error('No size was measured.');
  const minutes = COUNTRY_ROWS / medianOf(last.imports, rowsPerSecond) / 60;
  const without = hasShell()
    ? ''
    : '\nThere is no `sqlite3` on this machine, so there is no floor to compare with: install it and run this again.\n';
  const growth = first === last ? '' : reportGrowth(first, last);
  return `${describeMachine()}\n${without}${measured.map(reportSize).join('')}${growth}\nThe country's ${formatNumber(COUNTRY_ROWS)} rows at that rate: ${formatNumber(minutes)} minutes.\n`;
}
