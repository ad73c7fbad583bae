import { join } from 'node:path';
import { SingleBar } from 'cli-progress';
import { Command, CommanderError, InvalidArgumentError } from 'commander';
import { RegistryError } from '../registry/database.ts';
import { CnpjListError, readCnpjList } from './compare/cnpj-list.ts';
import { Comparison, type Found, type Side } from './compare/comparison.ts';
import { presentComparison, presentComparisonJson } from './compare/report.ts';
import { type LookupService, openRegistryService, openWebService } from './compare/services.ts';
import { type CommandContext, REGISTRY_FILE } from './context.ts';

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
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.search !== '' || url.hash !== '') {
    throw new InvalidArgumentError(
      'It must be the http or https address of a public API, to which /cnpj/{cnpj} is added.',
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

function openServices(context: CompareContext, flags: CompareFlags): Record<Side, LookupService> {
  const { backoffMs } = context;
  const { perMinute } = flags;
  const there = openWebService({ baseUrl: flags.with, addressName: '--with', perMinute, backoffMs });
  const here =
    flags.from === undefined
      ? openRegistryService(join(context.dataDir, REGISTRY_FILE), context.config.WIRE_PROFILE)
      : openWebService({ baseUrl: flags.from, addressName: '--from', perMinute, backoffMs });
  return { here, there };
}

/** Says how long it takes, and on a terminal how far it is. */
function showPace(context: CompareContext, count: number, perMinute: number) {
  const minutes = Math.ceil(count / perMinute);
  context.err(
    `${count} CNPJs, ${perMinute} a minute: ${minutes === 1 ? 'a minute' : `${minutes} minutes`} or more.\n`,
  );
  if (process.stderr.isTTY !== true) return { step: () => undefined, stop: () => undefined };
  const bar = new SingleBar({ format: '[{bar}] {value}/{total} {eta_formatted} left', hideCursor: true });
  bar.start(count, 0);
  return { step: () => bar.increment(), stop: () => bar.stop() };
}

async function compare(context: CompareContext, flags: CompareFlags): Promise<boolean> {
  const cnpjs = await readCnpjList(flags.cnpjs);
  const services = openServices(context, flags);
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
    stopped = ends.filter((end) => end !== undefined);
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
FILE has a CNPJ a line, punctuated or not; lines that begin with # are comments. The other service is asked for one
after the other, no faster than its public limit allows: 3 a minute by the specification. Lists are compared in
order. The texts of observacao and the times of atualizado_em are left out; --strict compares them too.
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
