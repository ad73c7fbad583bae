import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

/** What the server does wrong with the next request for a file, after `after` bytes of what it was asked for. */
export type Fault =
  /** Sends no more, and keeps the connection open. */
  | { readonly kind: 'stall'; readonly after: number }
  /** Drops the connection. */
  | { readonly kind: 'cut'; readonly after: number }
  /** Ends the body in good order, without having told its length. */
  | { readonly kind: 'truncate'; readonly after: number }
  /** Puts another file in its place, and ends the body in good order, without having told its length. */
  | { readonly kind: 'change'; readonly after: number; readonly bytes: Uint8Array }
  | { readonly kind: 'status'; readonly status: number; readonly retryAfter?: string };

/** One request as it arrived. */
export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly range: string | undefined;
  readonly ifRange: string | undefined;
}

interface Published {
  readonly bytes: Uint8Array;
  readonly etag: string;
  readonly lastModified: string;
  /** What the listing claims, where that is not the truth. */
  readonly listedSize: number;
}

const PREFIX = '/public.php/webdav/';

/** A Nextcloud's public share over real sockets, as far as it is read, with the faults that the Receita's has. */
export class WebdavServer {
  readonly requests: SeenRequest[] = [];
  /** The token that opens the share. */
  token = 'TokenOfTheShare1';
  /** Where the front page leads; undefined is a page that leads nowhere. */
  frontPage: string | undefined;
  refusesRanges = false;
  /** Sends a range whatever the condition says. */
  ignoresConditions = false;
  /** The most GET requests that were open at once. */
  mostAtOnce = 0;
  readonly #files = new Map<string, Published>();
  readonly #faults = new Map<string, Fault[]>();
  readonly #server = createServer((request, response) => this.#answer(request, response));
  #open = 0;
  #version = 0;

  /** Starts on a free port of this machine. */
  async start(): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return this;
  }

  /** Stops, dropping whatever is open. */
  [Symbol.dispose](): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  /** The server's address, without a slash at its end. */
  get url(): string {
    const address = this.#server.address();
    if (address === null || typeof address === 'string') throw new Error('the server has not been started');
    return `http://127.0.0.1:${address.port}`;
  }

  /** Puts a file at a path of the share; every time is another version of it. */
  publish(path: string, bytes: Uint8Array, listedSize = bytes.length): void {
    this.#version += 1;
    const hash = createHash('sha1').update(bytes).update(String(this.#version)).digest('hex');
    const lastModified = new Date(Date.UTC(2026, 7, 10) + this.#version * 1000).toUTCString();
    this.#files.set(path, { bytes, etag: `"${hash}"`, lastModified, listedSize });
  }

  /** Takes a file away. */
  withdraw(path: string): void {
    this.#files.delete(path);
  }

  /** Lets the next request for a file fail in each of these ways, one after the other. */
  spoil(path: string, ...faults: Fault[]): void {
    this.#faults.set(path, [...(this.#faults.get(path) ?? []), ...faults]);
  }

  /** The requests of one method, and of one file where a path is given. */
  seen(method: string, path?: string): SeenRequest[] {
    return this.requests.filter(
      (request) => request.method === method && (path === undefined || request.path === path),
    );
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const isShare = pathname.startsWith(PREFIX);
    const path = decodeURIComponent(isShare ? pathname.slice(PREFIX.length) : pathname);
    const { range, 'if-range': ifRange } = request.headers;
    this.requests.push({
      method: request.method ?? '',
      path,
      range,
      ifRange: typeof ifRange === 'string' ? ifRange : undefined,
    });
    const expected = `Basic ${Buffer.from(`${this.token}:`).toString('base64')}`;
    if (!isShare) {
      this.#answerPage(path, request, response);
    } else if (request.headers.authorization !== expected) {
      response.writeHead(401, { 'www-authenticate': 'Basic realm="share"' }).end();
    } else if (request.method === 'PROPFIND') {
      this.#list(path, pathname, response);
    } else {
      this.#send(path, request, response);
    }
  }

  /** Pages outside of the share: the front page, and files published under a path that begins with a slash. */
  #answerPage(path: string, request: IncomingMessage, response: ServerResponse): void {
    if (path !== '/') this.#send(path, request, response);
    else if (this.frontPage === undefined) response.writeHead(200).end('<html>Receita</html>');
    else response.writeHead(302, { location: this.frontPage }).end();
  }

  #list(path: string, pathname: string, response: ServerResponse): void {
    const folder = path.replace(/\/+$/, '');
    const prefix = folder === '' ? '' : `${folder}/`;
    const inside = [...this.#files].filter(([name]) => name.startsWith(prefix) && !name.startsWith('/'));
    if (inside.length === 0) return void response.writeHead(404).end();
    const children = new Map<string, Published | undefined>();
    for (const [name, file] of inside) {
      const [child = '', ...below] = name.slice(prefix.length).split('/');
      children.set(child, below.length > 0 ? undefined : file);
    }
    const base = pathname.replace(/\/+$/, '');
    const entries = [...children].map(([child, file]) => {
      const href = `${base}/${encodeURIComponent(child)}`;
      return file ? fileEntry(href, file) : folderEntry(`${href}/`, this.#folderEtag(`${prefix}${child}/`));
    });
    const own = folderEntry(`${base}/`, this.#folderEtag(prefix));
    response
      .writeHead(207, { 'content-type': 'application/xml; charset=utf-8' })
      .end(
        `<?xml version="1.0"?>\n<d:multistatus xmlns:d="DAV:" xmlns:oc="http://owncloud.org/ns">${own}${entries.join('')}</d:multistatus>`,
      );
  }

  /** Changes with anything in the folder, as Nextcloud's does. */
  #folderEtag(prefix: string): string {
    const inside = [...this.#files].filter(([name]) => name.startsWith(prefix));
    return createHash('sha1')
      .update(JSON.stringify(inside.map(([name, { etag }]) => [name, etag])))
      .digest('hex');
  }

  #send(path: string, request: IncomingMessage, response: ServerResponse): void {
    const file = this.#files.get(path);
    if (!file) return void response.writeHead(404).end();
    const fault = this.#faults.get(path)?.shift();
    if (fault?.kind === 'status') {
      const headers = fault.retryAfter === undefined ? {} : { 'retry-after': fault.retryAfter };
      return void response.writeHead(fault.status, headers).end();
    }
    this.#open += 1;
    this.mostAtOnce = Math.max(this.mostAtOnce, this.#open);
    response.once('close', () => {
      this.#open -= 1;
    });
    const { etag, lastModified, bytes } = file;
    if (request.headers['if-none-match'] === etag) return void response.writeHead(304, { etag }).end();
    const start = this.#startOf(request, file);
    const body = bytes.subarray(start);
    const status = start > 0 ? 206 : 200;
    const head: Record<string, string> = { etag, 'last-modified': lastModified };
    if (start > 0) head['content-range'] = `bytes ${start}-${bytes.length - 1}/${bytes.length}`;
    if (fault?.kind === 'truncate' || fault?.kind === 'change') {
      response.writeHead(status, head).end(body.subarray(0, fault.after));
      if (fault.kind === 'change') this.publish(path, fault.bytes);
      return;
    }
    response.writeHead(status, { ...head, 'content-length': String(body.length) });
    if (!fault) return void response.end(body);
    response.write(body.subarray(0, fault.after));
    // What was written before a connection is dropped gets lost with it, unless it has time to leave.
    if (fault.kind === 'cut') setTimeout(() => response.destroy(), 20);
  }

  /** Where the answer begins: at the range's first byte while the file is the one that the condition names. */
  #startOf(request: IncomingMessage, file: Published): number {
    const first = /^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1];
    if (first === undefined || this.refusesRanges) return 0;
    const condition = request.headers['if-range'];
    const isSame =
      this.ignoresConditions ||
      condition === undefined ||
      condition === file.etag ||
      condition === file.lastModified;
    return isSame && Number(first) < file.bytes.length ? Number(first) : 0;
  }
}

function folderEntry(href: string, etag: string): string {
  return (
    `<d:response><d:href>${href}</d:href><d:propstat><d:prop><d:resourcetype><d:collection/></d:resourcetype>` +
    `<d:getetag>&quot;${etag}&quot;</d:getetag></d:prop><d:status>HTTP/1.1 200 OK</d:status></d:propstat>` +
    '<d:propstat><d:prop><d:getcontentlength/></d:prop><d:status>HTTP/1.1 404 Not Found</d:status></d:propstat>' +
    '</d:response>'
  );
}

function fileEntry(href: string, file: Published): string {
  return (
    `<d:response><d:href>${href}</d:href><d:propstat><d:prop><d:resourcetype/>` +
    `<d:getcontentlength>${file.listedSize}</d:getcontentlength><d:getetag>${file.etag.replaceAll('"', '&quot;')}` +
    `</d:getetag><d:getlastmodified>${file.lastModified}</d:getlastmodified></d:prop>` +
    '<d:status>HTTP/1.1 200 OK</d:status></d:propstat></d:response>'
  );
}
