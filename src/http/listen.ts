import type { Server } from 'bun';

/**
 * Whoever has not sent a whole request by then is cut off when a server stops. There are two, stopped one after the
 * other, and a supervisor waits for ten seconds.
 */
const STOP_WITHIN_MS = 4_000;

/** A server that listens. */
export interface RunningServer {
  readonly port: number;
  /** Stops listening, lets what is under way finish, for so long at most, and resolves. */
  stop(withinMs?: number): Promise<void>;
}

/** A server of the runtime's as one that stops within bounds. */
export function runningServer(server: Server<unknown>): RunningServer {
  return {
    port: server.port ?? 0,
    async stop(withinMs = STOP_WITHIN_MS) {
      const late = setTimeout(() => void server.stop(true), withinMs);
      await server.stop();
      clearTimeout(late);
    },
  };
}

/** Does what begins to listen. What goes wrong there is told with the settings that it is about, and thrown. */
export function listenBy<Listening>(
  settings: Readonly<Record<string, string | number>>,
  listen: () => Listening,
): Listening {
  try {
    return listen();
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    const names = Object.entries(settings).map(([name, value]) => `${name}=${value}`);
    throw new Error(`${names.join(', ')}: ${reason}`, { cause });
  }
}
