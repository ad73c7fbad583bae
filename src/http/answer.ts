import type { Exchange } from './exchange.ts';

const JSON_TYPE = 'application/json; charset=utf-8';

/** Who may keep an answer: anyone for ten minutes, the asker alone with a check each time, nobody. */
export const CACHING = {
  public: 'public, max-age=600',
  private: 'private, no-cache',
  none: 'no-store',
} as const;

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
  const headers: Record<string, string> = {
    'content-type': JSON_TYPE,
    'access-control-allow-origin': '*',
    'access-control-expose-headers': 'RateLimit, RateLimit-Policy, Retry-After, ETag',
    'cache-control': CACHING[options.caching],
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
  };
  if (options.etag !== undefined) headers.etag = options.etag;
  if (exchange.rateLimit !== '') {
    headers.ratelimit = exchange.rateLimit;
    headers['ratelimit-policy'] = exchange.rateLimitPolicy;
  }
  if (options.headers) Object.assign(headers, options.headers);
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
