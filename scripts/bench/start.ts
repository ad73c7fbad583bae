import { prepareDataSet } from './data-set.ts';
import { describeMachine, formatNumber, formatSpread, formatTable } from './figures.ts';
import { applyLoad, refuseFailures } from './load.ts';
import { readAnonymousBytes } from './program.ts';
import { type ServiceProcess, startService } from './server-process.ts';
import { writeTargets } from './targets.ts';

/** Measures how soon the service answers after its start, and whether its memory grows while it does. */

/** How the bench is run. */
export interface StartSettings {
  /** Where invented companies are kept between runs. */
  readonly folder: string;
  readonly companies: number;
  /** How often the service is started. */
  readonly rounds: number;
  /** How many requests the last one answers while its memory is watched; none at 0. */
  readonly soak: number;
  /** After how many seconds of answering memory is looked at each time. */
  readonly pieceSeconds: number;
  /** Hears what is being done. */
  readonly tell: (sentence: string) => void;
}

/** So many lines of the soaking are told. */
const TOLD_SAMPLES = 10;

/** The anonymous memory after so many requests. */
interface MemorySample {
  readonly requests: number;
  readonly bytes: number;
}

/** Asks for everything there is, until so many requests have been answered. */
async function soakService(
  service: ServiceProcess,
  paths: string,
  { soak: requests, pieceSeconds, tell }: StartSettings,
): Promise<MemorySample[]> {
  const samples: MemorySample[] = [{ requests: 0, bytes: readAnonymousBytes(service.pid) }];
  for (let done = 0; done < requests; ) {
    const { origin, token } = service;
    const result = await applyLoad({ origin, paths, token, seconds: pieceSeconds });
    refuseFailures(result, `after ${done} requests`, service);
    done += result.requests;
    samples.push({ requests: done, bytes: readAnonymousBytes(service.pid) });
    tell(`${formatNumber(done)} requests …`);
  }
  return samples;
}

/** Of many samples a few, evenly apart, the last among them. */
function pickSamples(samples: readonly MemorySample[]): MemorySample[] {
  const step = Math.max(1, Math.ceil((samples.length - 1) / TOLD_SAMPLES));
  return samples.filter((_, index) => (samples.length - 1 - index) % step === 0);
}

function megabytes(bytes: number): string {
  return formatNumber(bytes / 1e6);
}

/** Runs the bench and returns its report in Markdown. Throws when a request is not answered by 200. */
export async function benchStart(settings: StartSettings): Promise<string> {
  const { companies, folder, rounds, soak, tell } = settings;
  const data = await prepareDataSet(folder, companies, tell);
  const { publicLookups, everything } = writeTargets(data);
  const [firstPath = ''] = (await Bun.file(publicLookups).text()).split('\n', 1);
  const startsMs: number[] = [];
  const filled: number[] = [];
  const vocabularyMs: number[] = [];
  let samples: readonly MemorySample[] = [];
  // The first start reads the files into the machine's memory, where the others find them.
  for (let round = 0; round <= rounds; round++) {
    tell(`Start ${round} …`);
    await using service = await startService({ registry: data.registry, firstPath });
    const answeredMs = performance.now();
    await service.waitForVocabulary();
    if (round === 0) continue;
    startsMs.push(service.startMs);
    vocabularyMs.push(performance.now() - answeredMs);
    filled.push(readAnonymousBytes(service.pid) / 1e6);
    if (round === rounds && soak > 0) samples = await soakService(service, everything, settings);
  }
  const rows = [
    ['start to first right answer, ms', formatSpread(startsMs)],
    ['from there to the vocabulary being full, ms', formatSpread(vocabularyMs)],
    ['anonymous memory then, MB', formatSpread(filled)],
  ];
  const soaked = samples.length === 0 ? '' : formatSoak(samples);
  return `${describeMachine()}. ${formatNumber(companies)} companies; medians of ${rounds} starts, least and most in parentheses.

${formatTable(['', `${formatNumber(companies)} companies`], rows)}${soaked}`;
}

function formatSoak(samples: readonly MemorySample[]): string {
  const rows = pickSamples(samples).map(({ requests, bytes }) => [formatNumber(requests), megabytes(bytes)]);
  return `\n${formatTable(['requests answered', 'anonymous memory, MB'], rows)}`;
}
