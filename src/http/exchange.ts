/** One request under way: what the hooks learn of it, for the answer's headers, the log and the metrics. */
export interface Exchange {
  /** Counts the requests of this process. */
  readonly number: number;
  /** By the clock that never steps. */
  readonly startedAtMs: number;
  /** How long it took, of which method it was and how it was answered: known from `observe` on. */
  tookMs: number;
  method: string;
  status: number;
  /** The route's pattern, empty for an address of none. */
  route: string;
  plan: string;
  /** The subscriber's number, 0 for a stranger. */
  subscriberId: number;
  /** The standing of the limit that counted this request: headers of the answer. */
  rateLimit: string;
  rateLimitPolicy: string;
}

/** Tells the requests of one process from those of another. */
const PROCESS = Math.floor(Math.random() * 36 ** 6)
  .toString(36)
  .padStart(6, '0');
let requests = 0;

/** Begins an exchange. */
export function beginExchange(route: string): Exchange {
  requests++;
  return {
    number: requests,
    startedAtMs: performance.now(),
    tookMs: 0,
    method: '',
    status: 0,
    route,
    plan: '',
    subscriberId: 0,
    rateLimit: '',
    rateLimitPolicy: '',
  };
}

/** What an exchange is called in the log and in the answer of a 500. */
export function nameOf({ number }: Exchange): string {
  return `${PROCESS}-${number.toString(36)}`;
}

const stopped = new WeakMap<object, Exchange>();

/** Remembers whose exchange a failure ended before the context had it. Returns the failure, to be thrown. */
export function stopBy(failure: unknown, exchange: Exchange): unknown {
  if (typeof failure === 'object' && failure !== null) stopped.set(failure, exchange);
  return failure;
}

/** The exchange that a failure ended, if it was told. */
export function exchangeOf(failure: unknown): Exchange | undefined {
  return typeof failure === 'object' && failure !== null ? stopped.get(failure) : undefined;
}
