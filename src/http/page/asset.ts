import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { hasCurrent } from '../answer.ts';
import type { Exchange } from '../exchange.ts';
import { observe } from '../hooks/observe.ts';
import type { Services } from '../services.ts';

const pack = promisify(gzip);

/** A file that goes out as it is: plain and packed, ready. */
export interface Asset {
  readonly plain: Uint8Array;
  readonly packed: Uint8Array;
  /** Names the contents. */
  readonly hash: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** What every asset says of itself. */
export interface AssetKind {
  readonly type: string;
  /** How long it may be kept: for ever when its address names its contents, else with a check each time. */
  readonly isNamedByContents: boolean;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Names contents: twelve characters that other contents do not share. */
export function hashOf(contents: Uint8Array | string): string {
  return new Bun.CryptoHasher('sha256').update(contents).digest('hex').slice(0, 12);
}

/** Makes an asset; it is packed once, off the main thread. */
export async function createAsset(contents: Uint8Array | string, kind: AssetKind): Promise<Asset> {
  const plain = typeof contents === 'string' ? new TextEncoder().encode(contents) : contents;
  return {
    plain,
    packed: await pack(plain),
    hash: hashOf(plain),
    headers: {
      'content-type': kind.type,
      'cache-control': kind.isNamedByContents ? 'public, max-age=31536000, immutable' : 'no-cache',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      vary: 'Accept-Encoding',
      ...kind.headers,
    },
  };
}

/** Gzip among what a client takes, unless it says `q=0`. */
const TAKES_GZIP = /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i;

/** Answers with an asset: packed where the client takes it, without a body where the client has it. */
export function sendAsset(services: Services, request: Request, exchange: Exchange, asset: Asset): Response {
  const isPacked = TAKES_GZIP.test(request.headers.get('accept-encoding') ?? '');
  const etag = `"${asset.hash}${isPacked ? '-gzip' : ''}"`;
  const headers: Record<string, string> = { ...asset.headers, etag };
  const isCurrent = hasCurrent(request, etag);
  const status = isCurrent ? 304 : 200;
  observe(services, request, exchange, status);
  if (isCurrent) return new Response(null, { status, headers });
  if (isPacked) headers['content-encoding'] = 'gzip';
  return new Response(isPacked ? asset.packed : asset.plain, { status, headers });
}

/** Makes something when it is first asked for; what failed is tried again. */
export function onceAsked<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | undefined;
  return () => {
    made ??= make().catch((cause: unknown) => {
      made = undefined;
      throw cause;
    });
    return made;
  };
}
