/** What tells a process to end: Ctrl-C, and a supervisor. */
const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/**
 * Does work that ends in its own way when the process is told to: the signal is aborted then, its reason the name of
 * what told it. To be told again changes nothing: Ctrl-C reaches the process by its terminal and, a second time, by the
 * `bun run` that started it.
 */
export async function withStopSignal<Result>(
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const stop = new AbortController();
  const listeners = SIGNALS.map((name) => [name, () => stop.abort(name)] as const);
  for (const [name, listener] of listeners) process.on(name, listener);
  try {
    return await work(stop.signal);
  } finally {
    // A process that was told to end is on its way: until it is gone it goes on to pass over what it is told.
    if (!stop.signal.aborted) for (const [name, listener] of listeners) process.off(name, listener);
  }
}

/** Resolves when a signal is aborted. */
export function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
