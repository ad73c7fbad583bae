import { bodyTooLarge } from '../wire/error.ts';

/** A request's body as text, never more of it in memory than the limit. Throws a 413 beyond it. */
export async function readBody(request: Request, limitBytes: number): Promise<string> {
  if (Number(request.headers.get('content-length') ?? 0) > limitBytes) throw bodyTooLarge(limitBytes);
  if (request.body === null) return '';
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of request.body) {
    bytes += part.length;
    if (bytes > limitBytes) throw bodyTooLarge(limitBytes);
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}
