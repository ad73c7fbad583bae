import * as v from 'valibot';
import { ImportFailure } from './failure.ts';
import {
  type Arrival,
  backoffMs,
  exchange,
  isTransient,
  parseRetryAfter,
  pause,
  readText,
  showAddress,
  TransientError,
} from './http-client.ts';
import { UnusableRecordError } from './upstream-record.ts';

/** Which CNPJs to ask for, where, how gently, and what a record is. */
export interface UpstreamRequest<Found> {
  /** The service's public API: `/cnpj/{cnpj}` follows. */
  readonly baseUrl: string;
  /** What the operator calls that address, for messages. */
  readonly addressName: string;
  readonly perMinute: number;
  /** 14 characters each, the most urgent first; no more are taken than are asked for. */
  readonly cnpjs: Iterable<string>;
  /** Requests of this run, repeated ones included. */
  readonly maxRequests: number;
  /** Reads and checks the body of a 200. Throws UnusableRecordError for one that is no record of the CNPJ. */
  readonly read: (cnpj: string, body: string) => Found;
  /** A record came and was read. The caller keeps it and forgets the wish, so that a run can be cut short. */
  readonly onRecord: (found: Found, cnpj: string) => void;
  /** The service has no such company, or refuses to look for one; the caller forgets the wish. */
  readonly onAbsent: (cnpj: string) => void;
  /** The service gave nothing usable for this one; it may be asked for another day. */
  readonly onFailed?: ((cnpj: string, reason: string) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Default 30000. */
  readonly stallMs?: number | undefined;
  /** The first pause after a failure, doubled each time up to a minute. Default 5000. */
  readonly backoffMs?: number | undefined;
  /** Failures in a row, whatever was asked for, after which the service is left alone. Default 8. */
  readonly maxFailures?: number | undefined;
}

/** What came of a run. */
export interface UpstreamResult {
  readonly requests: number;
  readonly learnt: number;
  readonly absent: number;
  readonly failed: number;
  /** Why it ended before everything was asked for, and what to do; undefined when it did not. */
  readonly stopped: string | undefined;
}

/** What one request came to: `failed` may pass, `unusable` will not, `refused` holds for every CNPJ. */
type Answer<Found> =
  | { readonly kind: 'record'; readonly found: Found }
  | { readonly kind: 'absent' }
  | { readonly kind: 'unusable'; readonly reason: string }
  | { readonly kind: 'failed'; readonly reason: string; readonly retryAfterMs: number }
  | { readonly kind: 'refused'; readonly reason: string };

/** A record of thousands of partners has half of it. */
const MAX_BODY_BYTES = 4_000_000;
/** Attempts at one CNPJ, so that one that a service stumbles over does not hold up the others. */
const ATTEMPTS = 3;

/** The specification's error body: it tells an absent company from an address that is no such API at all. */
const ERROR_BODY = v.pipe(
  v.string(),
  v.parseJson(),
  v.looseObject({ titulo: v.string(), detalhes: v.nullish(v.string()) }),
);

/**
 * Asks another service of the same public API for one CNPJ after the other, evenly paced, waiting longer when it is
 * told to. What comes is handed over at once. A failure never throws: the result says why it stopped. Throws only
 * the reason of `signal`, and what the callbacks throw.
 */
export async function askUpstream<Found>(request: UpstreamRequest<Found>): Promise<UpstreamResult> {
  const { signal, maxRequests, maxFailures = 8 } = request;
  const intervalMs = 60_000 / request.perMinute;
  const count = { requests: 0, learnt: 0, absent: 0, failed: 0 };
  const end = (stopped?: string): UpstreamResult => ({ ...count, stopped });
  let failuresInRow = 0;
  let nextMs = 0;
  for (const cnpj of request.cnpjs) {
    for (let attempt = 1, isAnswered = false; !isAnswered && attempt <= ATTEMPTS; attempt++) {
      if (count.requests >= maxRequests) return end(`the ${maxRequests} requests of this run are used up`);
      await pause(nextMs - performance.now(), signal);
      nextMs = performance.now() + intervalMs;
      count.requests += 1;
      const answer = await ask(request, cnpj);
      if (answer.kind === 'refused') return end(answer.reason);
      isAnswered = answer.kind !== 'failed';
      if (answer.kind === 'record' || answer.kind === 'absent') {
        failuresInRow = 0;
        count[answer.kind === 'record' ? 'learnt' : 'absent'] += 1;
        if (answer.kind === 'record') request.onRecord(answer.found, cnpj);
        else request.onAbsent(cnpj);
        continue;
      }
      failuresInRow += 1;
      // What answers, however unusably, is not overburdened.
      if (answer.kind === 'failed') {
        nextMs += backoffMs(failuresInRow, request.backoffMs ?? 5_000, answer.retryAfterMs);
      }
      const isLeftAlone = failuresInRow >= maxFailures;
      if (isAnswered || attempt === ATTEMPTS || isLeftAlone) {
        count.failed += 1;
        request.onFailed?.(cnpj, answer.reason);
      }
      if (isLeftAlone) return end(`${failuresInRow} failures in a row, the last: ${answer.reason}`);
    }
  }
  return end();
}

/** Makes one request; whatever goes wrong is an answer too. */
async function ask<Found>(request: UpstreamRequest<Found>, cnpj: string): Promise<Answer<Found>> {
  const { baseUrl, signal, stallMs = 30_000 } = request;
  const address = `${baseUrl.replace(/\/+$/, '')}/cnpj/${cnpj}`;
  const headers = { accept: 'application/json' };
  try {
    return await exchange(address, { headers }, { stallMs, signal }, (arrival) =>
      judge(arrival, cnpj, address, request),
    );
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof TransientError) return { kind: 'failed', reason: error.message, retryAfterMs: 0 };
    if (!(error instanceof UnusableRecordError || error instanceof ImportFailure)) throw error;
    return { kind: 'unusable', reason: `GET ${showAddress(address)}: ${error.message}` };
  }
}

async function judge<Found>(
  arrival: Arrival,
  cnpj: string,
  address: string,
  { addressName, read }: Pick<UpstreamRequest<Found>, 'addressName' | 'read'>,
): Promise<Answer<Found>> {
  const { response } = arrival;
  const said = `GET ${showAddress(address)} answered ${response.status}`;
  if (isTransient(response)) {
    const retryAfterMs = parseRetryAfter(response.headers.get('retry-after')) ?? 0;
    return { kind: 'failed', reason: said, retryAfterMs };
  }
  const body = await readText(arrival, MAX_BODY_BYTES, address);
  if (response.status === 200) {
    return { kind: 'record', found: read(cnpj, body) };
  }
  // A service that does not know letters in a CNPJ yet refuses them with 400: it will not have that company either.
  const isAbsence = response.status === 404 || response.status === 400;
  if (isAbsence && v.is(ERROR_BODY, body)) return { kind: 'absent' };
  return {
    kind: 'refused',
    reason: `${said}: it does not serve this public API there. Check ${addressName}, to which /cnpj/{cnpj} is added`,
  };
}
