const AFTER_SCHEME = 'http://'.length;
const PATH_END = /[?#]/;

/**
 * What an address asks for, path and query as they were sent. An address without a usable Host is relative or cannot be
 * taken apart as a URL, which would throw, and is answered all the same.
 */
export function targetOf(url: string): string {
  if (url.startsWith('/')) return url;
  const path = url.indexOf('/', AFTER_SCHEME);
  return path < 0 ? '/' : url.slice(path);
}

/** The path that an address asks for. */
export function pathOf(url: string): string {
  const target = targetOf(url);
  const end = target.search(PATH_END);
  return end < 0 ? target : target.slice(0, end);
}
