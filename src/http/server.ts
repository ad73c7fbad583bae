import type { Server } from 'bun';
import type { Config } from '../config.ts';
import { createApp } from './app.ts';
import { answerFault } from './hooks/errors.ts';
import { listenBy, type RunningServer, runningServer } from './listen.ts';
import type { Services } from './services.ts';

/** How the two APIs are told apart: by path, or by host where they have one path. */
interface Addresses {
  readonly publicPath: string;
  readonly commercialPath: string;
  readonly commercialHost: string;
  readonly samePath: boolean;
}

function readAddresses(config: Config): Addresses {
  const publicUrl = new URL(config.PUBLIC_BASE_URL);
  const commercialUrl = new URL(config.COMMERCIAL_BASE_URL);
  const publicPath = publicUrl.pathname.replace(/\/+$/, '');
  const commercialPath = commercialUrl.pathname.replace(/\/+$/, '');
  return {
    publicPath,
    commercialPath,
    commercialHost: commercialUrl.host,
    samePath: publicPath === commercialPath,
  };
}

/** A connection that says nothing for so long is closed. */
const IDLE_TIMEOUT_SECONDS = 30;
/**
 * The socket refuses no body, since its 413 would be without the specified body and come before a stranger's 401. A
 * body that no route reads is dropped as it arrives: of 500 MB sent, none was seen in memory.
 */
const MAX_BODY_BYTES = Number.MAX_SAFE_INTEGER;

/**
 * Listens and answers. Where the two base addresses differ by path, the path tells the APIs apart whatever the host,
 * so that a check from the machine itself works; where only the host differs, the Host header does.
 */
export function startServer(services: Services): RunningServer {
  const { config } = services;
  const { HOST, PORT } = config;
  const { publicPath, commercialPath, commercialHost, samePath } = readAddresses(config);
  const settings = {
    hostname: HOST,
    port: PORT,
    maxRequestBodySize: MAX_BODY_BYTES,
    idleTimeout: IDLE_TIMEOUT_SECONDS,
    // The framework's own settings tell strangers of faults, and let a second service take half of the first one's requests.
    development: false,
    reusePort: false,
    error: (cause: unknown) => answerFault(services, cause),
  };
  if (!samePath) {
    const app = createApp(services, { publicPath, commercialPath });
    return running(services, listenBy({ HOST, PORT }, () => app.listen(settings)).server);
  }
  const open = createApp(services, { publicPath, commercialPath: undefined }).compile();
  const guarded = createApp(services, { publicPath: undefined, commercialPath }).compile();
  const fetch = (request: Request) =>
    (isFor(request, commercialHost) ? guarded : open).fetch(withHost(services, request));
  return running(
    services,
    listenBy({ HOST, PORT }, () => Bun.serve({ ...settings, fetch })),
  );
}

/** The ports that a Host header may leave out or name. */
const DEFAULT_PORT = /:(?:80|443)$/;

/** Whether a request is for a host as a URL has it: in small letters, without a default port. */
function isFor(request: Request, host: string): boolean {
  const asked = request.headers.get('host') ?? '';
  return asked === host || asked.toLowerCase().replace(DEFAULT_PORT, '') === host;
}

/** A request as it is, or as one to some host where it has none: the framework looks for the path behind a host. */
function withHost({ addresses }: Services, request: Request): Request {
  if (!request.url.startsWith('/')) return request;
  const copy = new Request(`http://localhost${request.url}`, request);
  addresses.noteCopy(copy, request);
  return copy;
}

function running({ addresses }: Services, server: Server<unknown> | null): RunningServer {
  if (server === null) throw new Error('The server did not start.');
  addresses.listenThrough(server);
  return runningServer(server);
}
