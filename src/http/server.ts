import type { Server } from 'bun';
import type { Config } from '../config.ts';
import { createApp } from './app.ts';
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

/** The running service. */
export interface RunningServer {
  readonly port: number;
  /** Stops listening, lets what is under way finish, and resolves. */
  stop(): Promise<void>;
}

/** A connection that says nothing for so long is closed. */
const IDLE_TIMEOUT_SECONDS = 30;
/** Beyond this the socket itself refuses; below it the specified body of a 413 is answered. */
const MAX_BODY_BYTES = 16 << 20;

/**
 * Listens and answers. Where the two base addresses differ by path, the path tells the APIs apart whatever the host,
 * so that a check from the machine itself works; where only the host differs, the Host header does.
 */
export function startServer(services: Services): RunningServer {
  const { config } = services;
  const { publicPath, commercialPath, commercialHost, samePath } = readAddresses(config);
  const settings = {
    hostname: config.HOST,
    port: config.PORT,
    maxRequestBodySize: MAX_BODY_BYTES,
    idleTimeout: IDLE_TIMEOUT_SECONDS,
  };
  if (!samePath) {
    const { server } = createApp(services, { publicPath, commercialPath }).listen(settings);
    return running(server);
  }
  const open = createApp(services, { publicPath, commercialPath: undefined }).compile();
  const guarded = createApp(services, { publicPath: undefined, commercialPath }).compile();
  const server = Bun.serve({
    ...settings,
    fetch: (request) => (request.headers.get('host') === commercialHost ? guarded : open).fetch(request),
  });
  open.server = server;
  guarded.server = server;
  return running(server);
}

function running(server: Server<unknown> | null): RunningServer {
  if (server === null) throw new Error('The server did not start.');
  return { port: server.port ?? 0, stop: () => server.stop() };
}
