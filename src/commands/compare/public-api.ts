import { ImportFailure } from '../../import/failure.ts';
import {
  type Arrival,
  exchange,
  backoffMs as growBackoffMs,
  isTransient,
  parseRetryAfter,
  pause,
  readText,
  showAddress,
  TransientError,
} from '../../import/http-client.ts';
import type { Found } from './comparison.ts';
import { isObject, type Json, parseJson } from './differences.ts';

/** Which CNPJs a public API is asked for, where, and how gently. */
export interface Asking {
  /** Where the API is: `/cnpj/{cnpj}` follows. */
  readonly baseUrl: string;
  /** The option that named it, for messages. */
  readonly addressName: string;
  readonly perMinute: number;
  readonly cnpjs: readonly string[];
  /** Takes what was found of each. */
  readonly tell: (cnpj: string, found: Found) => void;
  readonly signal: AbortSignal;
  /** The first pause after a failure, doubled each time; five seconds by default. */
  readonly backoffMs?: number | undefined;
}

/** What one request came to: `found` holds for this CNPJ, `failed` may pass, `refused` holds for every CNPJ. */
type Answer =
  | { readonly kind: 'found'; readonly found: Found }
  | { readonly kind: 'failed'; readonly reason: string; readonly retryAfterMs: number }
  | { readonly kind: 'refused'; readonly reason: string };

/** A record of thousands of partners has half of it. */
const MAX_BODY_BYTES = 4_000_000;
const STALL_MS = 30_000;
const FIRST_BACKOFF_MS = 5_000;
/** Requests that one CNPJ may take when a service stumbles. */
const ATTEMPTS = 3;
/** So many in a row that come to nothing, and the service is left alone. */
const MAX_FAILURES = 8;

/**
 * Asks a public API for one CNPJ after the other, evenly paced, and longer apart after failures of the network and where
 * it says so; an answer that merely looks otherwise than ours costs no pause. Resolves to why it ended early, an abort
 * included, or to undefined. Throws what `tell` throws.
 */
export async function askPublicApi(asking: Asking): Promise<string | undefined> {
  try {
    return await askAll(asking);
  } catch (cause) {
    if (!asking.signal.aborted) throw cause;
    return `it was stopped by ${asking.signal.reason}`;
  }
}

async function askAll(asking: Asking): Promise<string | undefined> {
  const { cnpjs, tell, signal, perMinute, backoffMs = FIRST_BACKOFF_MS } = asking;
  let failuresInRow = 0;
  let nextMs = 0;
  for (const cnpj of cnpjs) {
    for (let attempt = 1, isTold = false; !isTold; attempt++) {
      await pause(nextMs - performance.now(), signal);
      nextMs = performance.now() + 60_000 / perMinute;
      const answer = await ask(asking, cnpj);
      if (answer.kind === 'refused') return answer.reason;
      const reason = reasonOf(answer);
      failuresInRow = reason === undefined ? 0 : failuresInRow + 1;
      const isLeftAlone = failuresInRow >= MAX_FAILURES;
      isTold = answer.kind === 'found' || attempt === ATTEMPTS || isLeftAlone;
      if (answer.kind === 'found') tell(cnpj, answer.found);
      else if (isTold) tell(cnpj, { kind: 'failed', reason: answer.reason });
      if (isLeftAlone) return `${failuresInRow} failures in a row, the last: ${reason}`;
      if (answer.kind === 'failed') nextMs += growBackoffMs(failuresInRow, backoffMs, answer.retryAfterMs);
    }
  }
  return undefined;
}

/** Why an answer is of no use; undefined where it is of use. */
function reasonOf(answer: Exclude<Answer, { kind: 'refused' }>): string | undefined {
  if (answer.kind === 'failed') return answer.reason;
  return answer.found.kind === 'failed' ? answer.found.reason : undefined;
}

/** Makes one request; whatever goes wrong is an answer too. Throws only once the signal is aborted. */
async function ask({ baseUrl, addressName, signal }: Asking, cnpj: string): Promise<Answer> {
  const address = `${baseUrl}/cnpj/${cnpj}`;
  const headers = { accept: 'application/json' };
  try {
    return await exchange(address, { headers }, { stallMs: STALL_MS, signal }, (arrival) =>
      judge(arrival, cnpj, address, addressName),
    );
  } catch (cause) {
    signal.throwIfAborted();
    if (cause instanceof TransientError) return { kind: 'failed', reason: cause.message, retryAfterMs: 0 };
    if (!(cause instanceof ImportFailure)) throw cause;
    return { kind: 'found', found: { kind: 'failed', reason: cause.message } };
  }
}

async function judge(arrival: Arrival, cnpj: string, address: string, addressName: string): Promise<Answer> {
  const { response } = arrival;
  const asked = `GET ${showAddress(address)}`;
  const said = `${asked} answered ${response.status}`;
  if (isTransient(response)) {
    const retryAfterMs = parseRetryAfter(response.headers.get('retry-after')) ?? 0;
    return { kind: 'failed', reason: said, retryAfterMs };
  }
  const body = parseJson(await readText(arrival, MAX_BODY_BYTES, address));
  if (response.status === 200) {
    const fault = findFault(cnpj, body);
    if (body !== undefined && fault === undefined)
      return { kind: 'found', found: { kind: 'record', record: body } };
    return { kind: 'found', found: { kind: 'failed', reason: `${asked}: ${fault}` } };
  }
  // A service that does not know letters in a CNPJ yet refuses them with 400: it will not have that company either.
  const isAbsence = response.status === 404 || response.status === 400;
  // By its body an absent company is told from an address that is no such API at all.
  if (isAbsence && isObject(body) && 'titulo' in body) return { kind: 'found', found: { kind: 'absent' } };
  return {
    kind: 'refused',
    reason: `${said}: it does not serve this public API there. Check ${addressName}, to which /cnpj/{cnpj} is added`,
  };
}

/**
 * Why a body cannot be compared with our record of a CNPJ. Of what form its fields are is not asked here: to tell that
 * is what comparing is for.
 */
function findFault(cnpj: string, body: Json | undefined): string | undefined {
  if (body === undefined) return 'no company record: it is no JSON';
  if (!isObject(body)) return 'no company record: it is no JSON object';
  const told = isObject(body.estabelecimento) ? body.estabelecimento.cnpj : undefined;
  if (typeof told !== 'string' && typeof told !== 'number') {
    return 'no company record: it has no estabelecimento.cnpj';
  }
  const plain = String(told).replace(/[./-]/g, '').toUpperCase().padStart(14, '0');
  return plain === cnpj ? undefined : `the record of another CNPJ, ${String(told).slice(0, 20)}`;
}
