import { setTimeout as sleep } from 'node:timers/promises';
import { ImportFailure } from './failure.ts';

/** How long a server is waited for, and how often it is asked again. */
export interface Patience {
  /** Without a byte for this long the connection is given up. */
  readonly stallMs: number;
  /** How many attempts may fail after the first, in a row and without progress. */
  readonly retries: number;
  /** The first pause between two attempts; it doubles each time, up to a minute. */
  readonly backoffMs: number;
  readonly signal?: AbortSignal | undefined;
  /** Hears of attempts that failed and are repeated, where nobody else does. */
  readonly onRetry?: ((retry: Retry) => void) | undefined;
}

/** A failure that may pass: the network, a stall, a server that is busy. */
export class TransientError extends Error {
  override name = 'TransientError';

  constructor(
    message: string,
    /** What the server asked to wait before the next attempt, in milliseconds. */
    readonly retryAfterMs?: number,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** An answer that asking again will not change, such as a 404. */
export class StatusError extends ImportFailure {
  override name = 'StatusError';

  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

/** An answer while it arrives: its head, and its body piece by piece. */
export interface Arrival {
  readonly response: Response;
  readonly chunks: AsyncGenerator<Uint8Array, void>;
}

/** What is sent; a body is only ever a small text. */
export interface Outgoing {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly redirect?: 'follow' | 'manual';
}

const TRANSIENT_STATUSES: ReadonlySet<number> = new Set([408, 425, 429, 500, 502, 503, 504]);
const MAX_BACKOFF_MS = 60_000;
const MAX_RETRY_AFTER_MS = 10 * 60_000;

/** The address as it may be shown: without user, password and query. */
export function showAddress(address: string): string {
  if (!URL.canParse(address)) return address;
  const url = new URL(address);
  return `${url.protocol}//${url.host}${url.pathname}`;
}

/** Reads a body piece by piece, telling the watchdog of each; a broken connection becomes a TransientError. */
async function* readChunks(
  response: Response,
  watchdog: NodeJS.Timeout,
  explain: (error: unknown) => Error,
): AsyncGenerator<Uint8Array, void> {
  const reader = response.body?.getReader();
  if (!reader) return;
  try {
    for (;;) {
      const piece = await reader.read().catch((error: unknown) => {
        throw explain(error);
      });
      if (piece.done) return;
      watchdog.refresh();
      yield piece.value;
      // What the consumer took to store the piece is not the server's silence.
      watchdog.refresh();
    }
  } finally {
    // The connection of a body that was not read to its end is closed by exchange.
    reader.releaseLock();
  }
}

/**
 * Sends one request and hands its answer to `read` while it arrives; nothing is kept in memory.
 * The connection is closed when `read` ends. Throws TransientError when the network fails or nothing arrives for
 * `stallMs`; the reason of `signal` when that is aborted; and what `read` throws.
 */
export async function exchange<T>(
  address: string,
  outgoing: Outgoing,
  patience: Pick<Patience, 'stallMs' | 'signal'>,
  read: (arrival: Arrival) => Promise<T>,
): Promise<T> {
  const { stallMs, signal } = patience;
  signal?.throwIfAborted();
  const cut = new AbortController();
  let stalled = false;
  const watchdog = setTimeout(() => {
    stalled = true;
    cut.abort();
  }, stallMs);
  const explain = (error: unknown): Error => {
    const reason = stalled ? `no byte for ${stallMs / 1000} s` : describe(error);
    return new TransientError(`${outgoing.method ?? 'GET'} ${showAddress(address)}: ${reason}`, undefined, {
      cause: error,
    });
  };
  try {
    const response = await fetch(address, {
      method: outgoing.method ?? 'GET',
      // A body that was compressed on its way has another length than the file it carries.
      headers: { 'accept-encoding': 'identity', ...outgoing.headers },
      ...(outgoing.body === undefined ? {} : { body: outgoing.body }),
      redirect: outgoing.redirect ?? 'follow',
      signal: signal ? AbortSignal.any([signal, cut.signal]) : cut.signal,
      decompress: false,
      // Bun's own limit of five minutes is for whole answers; the watchdog is what guards here.
      timeout: false,
    }).catch((error: unknown) => {
      throw explain(error);
    });
    watchdog.refresh();
    return await read({ response, chunks: readChunks(response, watchdog, explain) });
  } catch (error) {
    signal?.throwIfAborted();
    throw error;
  } finally {
    clearTimeout(watchdog);
    cut.abort();
  }
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // Bun adds advice for programmers to what went wrong.
  const message = error.message.replace(/\.? For more information, pass .*$/, '');
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  return code && !message.includes(code) ? `${code} ${message}` : message;
}

/** The pause that a Retry-After asks for, in milliseconds from now: seconds or an HTTP date, ten minutes at most. */
export function parseRetryAfter(value: string | null, now = Date.now()): number | undefined {
  if (value === null) return undefined;
  const ms = /^\s*\d+\s*$/.test(value) ? Number(value) * 1000 : Date.parse(value) - now;
  return Number.isFinite(ms) ? Math.min(Math.max(ms, 0), MAX_RETRY_AFTER_MS) : undefined;
}

/** Throws for every status but the expected ones: TransientError when it may pass, else StatusError. */
export function expectStatus(
  response: Response,
  expected: readonly number[],
  request: { readonly method?: string; readonly address: string },
): void {
  if (expected.includes(response.status)) return;
  const said = `${request.method ?? 'GET'} ${showAddress(request.address)} answered ${response.status}`;
  if (isTransient(response)) {
    throw new TransientError(said, parseRetryAfter(response.headers.get('retry-after')));
  }
  throw new StatusError(response.status, said);
}

/** Whether a status is one that may pass, such as 429 or 503. */
export function isTransient(response: Response): boolean {
  return TRANSIENT_STATUSES.has(response.status);
}

/** Reads a body as text, at most `maxBytes` of it; throws when it is longer. */
export async function readText(arrival: Arrival, maxBytes: number, address: string): Promise<string> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of arrival.chunks) {
    length += piece.length;
    if (length > maxBytes)
      throw new ImportFailure(`${showAddress(address)} sent more than ${maxBytes} bytes of text`);
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString('utf8');
}

/**
 * The pause before the attempt that follows the given number of failures: doubled each time, then somewhere in its
 * upper half, so that three streams that failed together do not come back together. A server's own wish is the least.
 */
export function backoffMs(failures: number, firstMs: number, retryAfterMs = 0): number {
  const full = Math.min(firstMs * 2 ** (failures - 1), MAX_BACKOFF_MS);
  return Math.round(Math.max(full * (0.5 + Math.random() / 2), retryAfterMs));
}

/** Waits; rejects with the signal's reason when that is aborted meanwhile. */
export async function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  signal?.throwIfAborted();
  if (ms <= 0) return;
  await sleep(ms, undefined, signal ? { signal } : {}).catch(() => signal?.throwIfAborted());
}

/** One failed attempt that will be repeated. */
export interface Retry {
  readonly reason: string;
  readonly failures: number;
  readonly waitMs: number;
}

/**
 * Repeats an attempt that fails with TransientError, up to `retries` times in a row, with pauses in between.
 * `hasProgressed` tells whether the failed attempt brought the work forward, which starts the count again.
 * Throws ImportFailure with the last reason when the retries are used up; anything else at once.
 */
export async function withRetries<T>(
  attempt: () => Promise<T>,
  patience: Patience,
  hooks: { onRetry?: ((retry: Retry) => void) | undefined; hasProgressed?: () => boolean } = {},
): Promise<T> {
  for (let failures = 1; ; failures++) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof TransientError)) throw error;
      if (hooks.hasProgressed?.()) failures = 1;
      if (failures > patience.retries) {
        throw new ImportFailure(`${error.message}; given up after ${failures} attempts`, { cause: error });
      }
      const waitMs = backoffMs(failures, patience.backoffMs, error.retryAfterMs);
      const onRetry = hooks.onRetry ?? patience.onRetry;
      onRetry?.({ reason: error.message, failures, waitMs });
      await pause(waitMs, patience.signal);
    }
  }
}
