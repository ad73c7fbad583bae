import { ImportFailure } from '../failure.ts';
import {
  type Arrival,
  exchange,
  expectStatus,
  type Patience,
  readText,
  showAddress,
  withRetries,
} from '../http-client.ts';

/** A public share of a Nextcloud, read by WebDAV. */
export interface Share {
  /** The address of the share's root, with a slash at its end. */
  readonly root: string;
  /** The letters after `/s/` in the address of the share's page: the user's name; the password is empty. */
  readonly token: string;
}

/** One file or folder of a listing; what the server did not tell is undefined. */
export interface RemoteEntry {
  readonly name: string;
  readonly isFolder: boolean;
  readonly size: number | undefined;
  readonly etag: string | undefined;
  readonly lastModified: string | undefined;
}

/** An answer that is not a WebDAV listing, such as a page of a portal. */
export class NotWebdavError extends ImportFailure {
  override name = 'NotWebdavError';
}

/** A month has some 40 files, a share some 50 months: 4 MB is a hundred times what a listing takes. */
const MAX_LISTING_BYTES = 4_000_000;

const PROPFIND_BODY =
  '<?xml version="1.0" encoding="utf-8"?><d:propfind xmlns:d="DAV:"><d:prop>' +
  '<d:resourcetype/><d:getcontentlength/><d:getetag/><d:getlastmodified/></d:prop></d:propfind>';

const ENTITIES: Readonly<Record<string, string>> = { quot: '"', apos: "'", lt: '<', gt: '>', amp: '&' };

/** The share of the given token at a site, whose address has no slash at its end. */
export function openShare(baseUrl: string, token: string): Share {
  return { root: `${baseUrl}/public.php/webdav/`, token };
}

/** The headers with which the share is read. They carry the token and are never to be logged. */
export function authorize(share: Share): Record<string, string> {
  return { authorization: `Basic ${Buffer.from(`${share.token}:`).toString('base64')}` };
}

/** The address of a file or folder of the share, whose path is relative to the root. */
export function addressOf(share: Share, path: string): string {
  return share.root + path.split('/').map(encodeURIComponent).join('/');
}

/**
 * Lists one folder of the share (`''` is its root, others end in a slash) by PROPFIND with Depth 1.
 * Throws StatusError on a refusal or when there is no such folder, NotWebdavError when the answer is no listing.
 */
export function listFolder(share: Share, path: string, patience: Patience): Promise<RemoteEntry[]> {
  const address = addressOf(share, path);
  const method = 'PROPFIND';
  const headers = { ...authorize(share), depth: '1', 'content-type': 'application/xml; charset=utf-8' };
  const read = async (arrival: Arrival): Promise<RemoteEntry[]> => {
    if (arrival.response.status === 200)
      throw new NotWebdavError(`${showAddress(address)} is no WebDAV folder`);
    expectStatus(arrival.response, [207], { method, address });
    return parseListing(await readText(arrival, MAX_LISTING_BYTES, address), address);
  };
  return withRetries(
    () => exchange(address, { method, headers, body: PROPFIND_BODY }, patience, read),
    patience,
  );
}

/**
 * Reads a multistatus answer (RFC 4918, section 14.16) into the entries inside the folder, without the folder itself.
 * Servers choose the prefix of the namespace, so tags are found by their local names.
 */
export function parseListing(xml: string, folderAddress: string): RemoteEntry[] {
  if (!/<(?:[\w-]+:)?multistatus[\s>]/.test(xml)) {
    throw new NotWebdavError(`${showAddress(folderAddress)} did not answer with a WebDAV listing`);
  }
  const folder = trimSlash(new URL(folderAddress).pathname);
  const responses = xml.matchAll(/<((?:[\w-]+:)?response)(?:\s[^>]*)?>([\s\S]*?)<\/\1>/g);
  return [...responses].flatMap(([, , response = '']) => {
    const href = textOf(response, 'href');
    if (href === undefined || !URL.canParse(href, folderAddress)) return [];
    const path = trimSlash(new URL(href, folderAddress).pathname);
    if (decodePath(path) === decodePath(folder)) return [];
    const length = textOf(response, 'getcontentlength');
    return {
      name: decodePath(path.slice(path.lastIndexOf('/') + 1)),
      isFolder: /<(?:[\w-]+:)?collection[\s/>]/.test(response),
      size: length !== undefined && /^\d{1,15}$/.test(length) ? Number(length) : undefined,
      etag: textOf(response, 'getetag'),
      lastModified: textOf(response, 'getlastmodified'),
    };
  });
}

/** The text of the first tag with that local name, or undefined when there is none or it is empty. */
function textOf(xml: string, tag: string): string | undefined {
  const found = new RegExp(`<((?:[\\w-]+:)?${tag})(?:\\s[^>]*?)?(?<!/)>([^<]*)</\\1>`).exec(xml)?.[2]?.trim();
  if (!found) return undefined;
  return found.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(\w+));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return ENTITIES[name] ?? whole;
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}

function trimSlash(path: string): string {
  return path.replace(/\/+$/, '');
}

/** Undoes percent-encoding; a path that is encoded wrongly stays as it is. */
export function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
