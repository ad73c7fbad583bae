import type { Exchange } from './exchange.ts';

const JSON_TYPE = 'application/json; charset=utf-8';

/** Who may keep an answer: anyone for ten minutes, the asker alone with a check each time, nobody. */
export const CACHING = {
  public: 'public, max-age=600',
  private: 'private, no-cache',
  none: 'no-store',
} as const;

/** The headers that every answer has, put together once: copying them is quicker than naming them each time. */
function commonHeaders(caching: string): Headers {
  return new Headers({
    'content-type': JSON_TYPE,
    'access-control-allow-origin': '*',
    'access-control-expose-headers': 'RateLimit, RateLimit-Policy, Retry-After, ETag',
    'cache-control': caching,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
  });
}

const COMMON_HEADERS: Readonly<Record<keyof typeof CACHING, Headers>> = {
  public: commonHeaders(CACHING.public),
  private: commonHeaders(CACHING.private),
  none: commonHeaders(CACHING.none),
};

/** How an answer differs from a plain 200. */
export interface AnswerOptions {
  readonly status?: number;
  readonly caching: keyof typeof CACHING;
  readonly etag?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** An answer of JSON with the headers that every answer has. A body of null is a 304's. */
export function answer(
  exchange: Exchange,
  body: string | Uint8Array | null,
  options: AnswerOptions,
): Response {
  const headers = new Headers(COMMON_HEADERS[options.caching]);
  if (options.etag !== undefined) headers.set('etag', options.etag);
  if (exchange.rateLimit !== '') {
    headers.set('ratelimit', exchange.rateLimit);
    headers.set('ratelimit-policy', exchange.rateLimitPolicy);
  }
  for (const name in options.headers) headers.set(name, options.headers[name] ?? '');
  return new Response(body, { status: options.status ?? 200, headers });
}

/** Whether the client has the answer already: its `If-None-Match` names the ETag, weakly or not, or any. */
export function hasCurrent(request: Request, etag: string): boolean {
  const known = request.headers.get('if-none-match');
  if (known === null) return false;
  return (
    known === etag || known === '*' || known.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)
  );
}
