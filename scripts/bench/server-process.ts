import { readFileSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { openState } from '../../src/state/database.ts';
import { issueToken } from '../../src/state/subscribers.ts';
import { findFreePort, MAIN } from './program.ts';
import { endWithUs, makeTransientFolder } from './transient.ts';

const READY_WITHIN_MS = 60_000;
const UNLIMITED = '1000000000';
const LOOP_WATCH = join(import.meta.dir, 'loop-watch.ts');
const FLOOR = join(import.meta.dir, 'floor.ts');
/** A word that no name has and none is near to: it cannot be looked for before the vocabulary is full. */
const NO_WORD = 'XQZWVKXQZWVK';

/** A server in a process of its own; `await using` stops it. */
export interface ServerProcess extends AsyncDisposable {
  readonly origin: string;
  readonly pid: number;
  /** Whether it is no more, whoever ended it. */
  hasEnded(): boolean;
}

/** The service in a process of its own, as an operator starts it, with nothing turned off and no limit in the way. */
export interface ServiceProcess extends ServerProcess {
  /** A token of the premium plan. */
  readonly token: string;
  /** How long the start took until the first request was answered rightly. */
  readonly startMs: number;
  /** Comes when misspelt words can be looked for. */
  waitForVocabulary(): Promise<void>;
  /** The longest that the event loop was held since the last asking. */
  readLongestHoldMs(): Promise<number>;
}

/** How a service is started. */
export interface ServiceSetup {
  /** The registry to serve. */
  readonly registry: string;
  /** The request that tells a right start: this path is to be answered with 200. */
  readonly firstPath?: string;
  /** Whether to watch the event loop. */
  readonly watchLoop?: boolean;
  /** What to set beside ports and limits. */
  readonly variables?: Readonly<Record<string, string>>;
}

/** Asks until the answer is 200, as often as can be. Throws when the process ends or the time is over. */
async function waitForAnswer(url: string, child: Bun.Subprocess, log: () => string, init: RequestInit = {}) {
  const deadline = performance.now() + READY_WITHIN_MS;
  while (performance.now() < deadline && !hasEnded(child)) {
    const answer = await fetch(url, init).catch(() => undefined);
    await answer?.arrayBuffer();
    if (answer?.ok) return;
    await Bun.sleep(1);
  }
  const why = hasEnded(child) ? 'The server ended' : `${READY_WITHIN_MS} ms went by`;
  throw new Error(`${why} before ${url} was answered. ${log()}`);
}

function hasEnded(child: Bun.Subprocess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

async function stop(child: Bun.Subprocess): Promise<void> {
  // The service ends when nothing is left to wait for, and the loop's watch waits for questions.
  child.disconnect();
  child.kill();
  await child.exited;
}

/** Starts the bare server that returns one fixed body. */
export async function startFloor(): Promise<ServerProcess> {
  const port = findFreePort();
  const child = endWithUs(
    Bun.spawn([process.execPath, FLOOR, String(port)], { env: {}, stdout: 'ignore', stderr: 'inherit' }),
  );
  await using untilReady = new AsyncDisposableStack();
  untilReady.defer(() => stop(child));
  const origin = `http://127.0.0.1:${port}`;
  await waitForAnswer(`${origin}/`, child, () => '');
  const ready = untilReady.move();
  return {
    ...{ origin, pid: child.pid },
    hasEnded: () => hasEnded(child),
    [Symbol.asyncDispose]: () => ready.disposeAsync(),
  };
}

/** Makes a data folder with the registry in it, and a token. */
function prepareData(dataDir: string, registry: string): string {
  symlinkSync(resolve(registry), join(dataDir, 'registry.db'));
  const state = openState(dataDir);
  const { token } = issueToken(state, { email: 'bench@example.com', plan: 'premium' });
  state.close();
  return token;
}

/** Starts the service over a registry, with a state of its own, logging to a file. */
export async function startService(setup: ServiceSetup): Promise<ServiceProcess> {
  const { registry, firstPath = '/health/ready', watchLoop = false, variables = {} } = setup;
  await using untilReady = new AsyncDisposableStack();
  const { path: dataDir } = untilReady.use(makeTransientFolder(join(tmpdir(), 'bench-service-')));
  const logPath = join(dataDir, 'service.log');
  const token = prepareData(dataDir, registry);
  const port = findFreePort();
  let onHold = (_heldMs: number): void => undefined;
  const preload = watchLoop ? ['--preload', LOOP_WATCH] : [];
  const startedMs = performance.now();
  const child = Bun.spawn([process.execPath, ...preload, MAIN, 'serve', '--data', dataDir], {
    env: {
      ...{ HOST: '127.0.0.1', PORT: String(port), ADMIN_PORT: '0' },
      ...{ PUBLIC_PER_MINUTE: UNLIMITED, PREMIUM_PER_MINUTE: UNLIMITED },
      ...variables,
    },
    stdout: Bun.file(logPath),
    stderr: 'inherit',
    // Typed `any` by the runtime: the watch sends numbers alone.
    ...(watchLoop ? { ipc: (heldMs: number) => onHold(heldMs) } : {}),
  });
  endWithUs(child);
  untilReady.defer(() => stop(child));
  const origin = `http://127.0.0.1:${port}`;
  await waitForAnswer(`${origin}${firstPath}`, child, () => readFileSync(logPath, 'utf8'));
  const startMs = performance.now() - startedMs;
  const ready = untilReady.move();
  return {
    ...{ origin, pid: child.pid, token, startMs },
    hasEnded: () => hasEnded(child),
    waitForVocabulary: () =>
      waitForAnswer(`${origin}/comercial/pesquisa?razao_social=${NO_WORD}`, child, () => '', {
        headers: { x_api_token: token },
      }),
    readLongestHoldMs() {
      const { promise, resolve: settle } = Promise.withResolvers<number>();
      onHold = settle;
      child.send('read');
      return promise;
    },
    [Symbol.asyncDispose]: () => ready.disposeAsync(),
  };
}
