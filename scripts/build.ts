import { mkdirSync, renameSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { makeTransientFolder } from './bench/transient.ts';

/** Makes the program one file that needs neither Bun nor Node nor anything beside it. */

const root = dirname(import.meta.dir);
const source = join(root, 'src');

/** The program, and what it starts as threads: those are found by their paths below `src`. */
const ENTRY_POINTS = ['main.ts', 'state/writer.ts', 'import/worker.ts'].map((path) => join(source, path));

/** The machines to build for. Another than this one's takes Bun's runtime for it from the npm registry, once. */
const TARGETS = ['linux-x64', 'linux-arm64'] as const;
type Target = (typeof TARGETS)[number];

const USAGE = `Usage: bun run build [--target <machine>]... [--out <file>]

  --target <machine>  ${TARGETS.join(' or ')}, or both; this machine's if none is given
  --out <file>        the file to make (default: dist/cnpj, or dist/cnpj-<machine> for each target)

Examples:
  bun run build
  bun run build --target linux-x64 --target linux-arm64
`;

/** Compiles for one target, or for this machine, into a file; throws AggregateError with what the bundler says. */
async function compile(outfile: string, target: Target | undefined): Promise<void> {
  await Bun.build({
    entrypoints: ENTRY_POINTS,
    root: source,
    format: 'esm',
    // Nothing is minified: Elysia reads its handlers' texts. The compiled form beside it halves the time of a start.
    bytecode: true,
    // Faults that people report name our files and lines.
    sourcemap: 'inline',
    compile: {
      outfile,
      ...(target === undefined ? {} : { target: `bun-${target}` }),
      // A bunfig.toml where it is started could make it run other code; .env is settings, as from source.
      autoloadBunfig: false,
      autoloadDotenv: true,
    },
  });
}

/**
 * Makes one file. The bundler leaves maps beside what it makes, so that it works in a folder of its own; and a program
 * that runs can be replaced by another file, but not be written to.
 */
async function build(outfile: string, target: Target | undefined): Promise<void> {
  const startedMs = performance.now();
  mkdirSync(dirname(outfile), { recursive: true });
  using folder = makeTransientFolder(join(dirname(outfile), '.build-'));
  const made = join(folder.path, basename(outfile));
  await compile(made, target);
  renameSync(made, outfile);
  const megabytes = (statSync(outfile).size / 1_000_000).toFixed(0);
  const seconds = ((performance.now() - startedMs) / 1000).toFixed(1);
  process.stdout.write(`${outfile}: ${megabytes} MB, made in ${seconds} s\n`);
}

function readTarget(text: string): Target {
  const target = TARGETS.find((name) => name === text);
  if (target === undefined) throw new TypeError(`There is no target ${text}: ${TARGETS.join(' or ')}`);
  return target;
}

/** The options; throws TypeError for wrong ones. */
function readOptions(words: string[]) {
  const { values } = parseArgs({
    args: words,
    options: {
      target: { type: 'string', multiple: true, default: [] },
      out: { type: 'string' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  const targets = values.target.map(readTarget);
  if (values.out !== undefined && targets.length > 1) {
    throw new TypeError('--out names one file: give one target with it');
  }
  return { ...values, targets };
}

async function main(words: string[]): Promise<number> {
  let options: ReturnType<typeof readOptions>;
  try {
    options = readOptions(words);
  } catch (cause) {
    if (!(cause instanceof TypeError)) throw cause;
    process.stderr.write(`${cause.message}\n\n${USAGE}`);
    return 2;
  }
  if (options.help) {
    process.stdout.write(USAGE);
    return 0;
  }
  const out = resolve(options.out ?? join(root, 'dist', 'cnpj'));
  try {
    if (options.targets.length === 0) await build(out, undefined);
    for (const target of options.targets) {
      await build(options.out === undefined ? `${out}-${target}` : out, target);
    }
    return 0;
  } catch (cause) {
    const reasons = cause instanceof AggregateError ? [cause.message, ...cause.errors] : [cause];
    process.stderr.write(`${reasons.join('\n')}\n`);
    return 1;
  }
}

process.exitCode = await main(process.argv.slice(2));
