import { join } from 'node:path';
import { SingleBar } from 'cli-progress';
import { Command, CommanderError, InvalidArgumentError } from 'commander';
import { isBaseAddress } from '../config.ts';
import { RegistryError } from '../registry/database.ts';
import { CnpjListError, readCnpjList } from './compare/cnpj-list.ts';
import { Comparison, type Found, type Side } from './compare/comparison.ts';
import { presentComparison, presentComparisonJson } from './compare/report.ts';
import { type LookupService, openRegistryService, openWebService } from './compare/services.ts';
import { type CommandContext, REGISTRY_FILE } from './context.ts';
import { withStopSignal } from './stop-signal.ts';

/** What the command works with. */
export type CompareContext = CommandContext & {
  /** The first pause after a failure; five seconds by default. */
  readonly backoffMs?: number;
};

interface CompareFlags {
  readonly with: string;
  readonly from?: string;
  readonly cnpjs: string;
  readonly perMinute: number;
  readonly strict?: boolean;
  readonly json?: boolean;
}

/** What differs between any two services and says nothing of their data: a sentence, and when each was loaded. */
const UNIMPORTANT: ReadonlySet<string> = new Set(['observacao', 'atualizado_em']);
const NOTHING: ReadonlySet<string> = new Set();

/** The most that a service is asked, whoever it belongs to. */
const MAX_PER_MINUTE = 6_000;

function readAddress(text: string): string {
  if (!isBaseAddress(text)) {
    throw new InvalidArgumentError(
      'It must be the http or https address of a public API, without ? or #: /cnpj/{cnpj} is added to it.',
    );
  }
  return text.replace(/\/+$/, '');
}

function readPace(text: string): number {
  const perMinute = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  if (perMinute < 1 || perMinute > MAX_PER_MINUTE) {
    throw new InvalidArgumentError(`It must be a whole number from 1 to ${MAX_PER_MINUTE}.`);
  }
  return perMinute;
}

function openServices(
  context: CompareContext,
  flags: CompareFlags,
  signal: AbortSignal,
): Record<Side, LookupService> {
  const asked = { perMinute: flags.perMinute, backoffMs: context.backoffMs, signal };
  const there = openWebService({ ...asked, baseUrl: flags.with, addressName: '--with' });
  const here =
    flags.from === undefined
      ? openRegistryService(join(context.dataDir, REGISTRY_FILE), context.config.WIRE_PROFILE)
      : openWebService({ ...asked, baseUrl: flags.from, addressName: '--from' });
  return { here, there };
}

/** How long it takes at the least to ask so many times at a pace: the first is asked at once. */
function showDuration(count: number, perMinute: number): string {
  const seconds = Math.ceil(((count - 1) * 60) / perMinute);
  if (seconds <= 1) return 'a second';
  return seconds < 120 ? `${seconds} seconds` : `${Math.floor(seconds / 60)} minutes`;
}

/** Says how long it takes, and on a terminal how far it is. */
function showPace(context: CompareContext, count: number, perMinute: number) {
  const asked = `${count} ${count === 1 ? 'CNPJ' : 'CNPJs'}, ${perMinute} a minute`;
  context.err(`${asked}: ${showDuration(count, perMinute)} or more.\n`);
  if (process.stderr.isTTY !== true) return { step: () => undefined, stop: () => undefined };
  const bar = new SingleBar({ format: '[{bar}] {value}/{total} {eta_formatted} left', hideCursor: true });
  bar.start(count, 0);
  return { step: () => bar.increment(), stop: () => bar.stop() };
}

async function compare(context: CompareContext, flags: CompareFlags): Promise<boolean> {
  const cnpjs = await readCnpjList(flags.cnpjs);
  return await withStopSignal((signal) => compareAll(context, flags, cnpjs, signal));
}

/** Compares until all are, or until it is told to stop: what was compared by then is reported. */
async function compareAll(
  context: CompareContext,
  flags: CompareFlags,
  cnpjs: readonly string[],
  signal: AbortSignal,
): Promise<boolean> {
  const services = openServices(context, flags, signal);
  const comparison = new Comparison(flags.strict === true ? NOTHING : UNIMPORTANT);
  const progress = showPace(context, cnpjs.length, flags.perMinute);
  const ask = (side: Side) =>
    services[side].ask(cnpjs, (cnpj: string, found: Found) => {
      comparison.take(side, cnpj, found);
      if (side === 'there') progress.step();
    });
  let stopped: string[];
  try {
    const ends = await Promise.all([ask('here'), ask('there')]);
    stopped = [...new Set(ends.filter((end) => end !== undefined))];
  } finally {
    progress.stop();
    services.here.close();
    services.there.close();
  }
  const { here, there } = services;
  const subject = { here: here.name, there: there.name, asked: cnpjs.length, stopped };
  const result = comparison.result();
  context.out(
    flags.json === true ? presentComparisonJson(subject, result) : presentComparison(subject, result),
  );
  return result.compared === cnpjs.length;
}

const HELP = `
FILE, which may be a pipe, has a CNPJ a line, punctuated or not; lines that begin with # are comments. The other
service is asked for one after the other, no faster than its public limit allows: 3 a minute by the specification.
Lists are compared in order. The texts of observacao and the times of atualizado_em are left out; --strict compares
them too. Ctrl-C ends it with a report of what was compared by then.
Exit code: 0 when all were compared, whatever differs; 1 when some could not be.

Examples:
  cnpj compare --with https://cnpj.example.com --cnpjs cnpjs.txt
  cnpj compare --with https://cnpj.example.com --from http://localhost:3000 --cnpjs cnpjs.txt
  cnpj compare --with http://10.0.0.7:3000 --cnpjs cnpjs.txt --per-minute 600 --json > differences.json
`;

/** `cnpj compare`: looks the same CNPJs up in two services and tells the fields that differ. */
export function compareCommand(context: CompareContext): Command {
  return new Command('compare')
    .description('look the same CNPJs up in two services and report the fields that differ')
    .requiredOption('--with <url>', 'the public API of the other service', readAddress)
    .requiredOption('--cnpjs <file>', 'the CNPJs to look up, 2,000 at most')
    .option('--from <url>', 'our public API (default: the registry of the data folder itself)', readAddress)
    .option('--per-minute <n>', 'how often a service is asked', readPace, 3)
    .option('--strict', 'compare observacao and atualizado_em too')
    .option('--json', 'as one JSON object, with every example whole')
    .addHelpText('after', HELP)
    .action(async (flags: CompareFlags, command: Command) => {
      try {
        if (await compare(context, flags)) return;
      } catch (cause) {
        if (cause instanceof CnpjListError) command.error(`error: ${cause.message}`, { exitCode: 2 });
        if (!(cause instanceof RegistryError)) throw cause;
        context.err(`${cause.message}\n`);
        throw new CommanderError(1, 'cnpj.compare', cause.message);
      }
      throw new CommanderError(1, 'cnpj.compare', 'not all could be compared');
    });
}
