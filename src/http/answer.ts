import type { Exchange } from './exchange.ts';

const JSON_TYPE = 'application/json; charset=utf-8';

/** Who may keep an answer: anyone for ten minutes, the asker alone with a check each time, nobody. */
export const CACHING = {
  public: 'public, max-age=600',
  private: 'private, no-cache',
  none: 'no-store',
} as const;

/** Headers that usual answers share. A Response copies what it is given, so that one set serves all, one by one. */
class UsualHeaders {
  private readonly byPolicy = new Map<string, Headers>();

  constructor(private readonly caching: string) {}

  /** The set for answers counted under a policy: its own, since a header once set stays. Policies are a handful. */
  under(policy: string): Headers {
    const known = this.byPolicy.get(policy);
    if (known !== undefined) return known;
    const headers = new Headers({
      'content-type': JSON_TYPE,
      'access-control-allow-origin': '*',
      'access-control-expose-headers': 'RateLimit, RateLimit-Policy, Retry-After, ETag',
      'cache-control': this.caching,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      ...(policy === '' ? {} : { 'ratelimit-policy': policy }),
    });
    this.byPolicy.set(policy, headers);
    return headers;
  }
}

function usualHeaders(): Readonly<Record<keyof typeof CACHING, UsualHeaders>> {
  const { public: open, private: own, none } = CACHING;
  return { public: new UsualHeaders(open), private: new UsualHeaders(own), none: new UsualHeaders(none) };
}

/** Answers with an entity tag have sets of their own: a tag once set would stay for those without. */
const TAGGED = usualHeaders();
const UNTAGGED = usualHeaders();

/** How an answer differs from a plain 200. */
export interface AnswerOptions {
  readonly status?: number;
  readonly caching: keyof typeof CACHING;
  readonly etag?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** An answer of JSON with the headers that every answer has. A body of null is a 304's. */
export function answer(
  { rateLimit, rateLimitPolicy }: Exchange,
  body: string | Uint8Array | null,
  { status = 200, caching, etag, headers: further }: AnswerOptions,
): Response {
  const usual = (etag === undefined ? UNTAGGED : TAGGED)[caching].under(rateLimitPolicy);
  if (etag !== undefined) usual.set('etag', etag);
  if (rateLimit !== '') usual.set('ratelimit', rateLimit);
  if (further === undefined) return new Response(body, { status, headers: usual });
  const headers = new Headers(usual);
  for (const name in further) headers.set(name, further[name] ?? '');
  return new Response(body, { status, headers });
}

/** How the log tells a request whose client did not wait. */
const CLIENT_GONE = 499;

/** The answer to a client who has gone, which nobody gets. */
export function answerNobody(): Response {
  return new Response(null, { status: CLIENT_GONE });
}

/** Whether the client has the answer already: its `If-None-Match` names the ETag, weakly or not, or any. */
export function hasCurrent(request: Request, etag: string): boolean {
  const known = request.headers.get('if-none-match');
  if (known === null) return false;
  return (
    known === etag || known === '*' || known.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)
  );
}
