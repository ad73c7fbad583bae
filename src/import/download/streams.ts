/**
 * Runs the tasks in their order, `streams` at a time. The first failure aborts the signal of the others, which are
 * waited for before it is thrown, so that nothing of them runs on.
 */
export async function runStreams<Task>(
  tasks: readonly Task[],
  streams: number,
  signal: AbortSignal | undefined,
  run: (task: Task, signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const failure = new AbortController();
  const either = signal ? AbortSignal.any([signal, failure.signal]) : failure.signal;
  const queue = tasks.values();
  const stream = async (): Promise<void> => {
    for (const task of queue) {
      either.throwIfAborted();
      await run(task, either);
    }
  };
  const settled = await Promise.allSettled(
    Array.from({ length: streams }, () =>
      stream().catch((error: unknown) => {
        // The first reason stays: what the others throw because of it only repeats it.
        failure.abort(error);
        throw error;
      }),
    ),
  );
  signal?.throwIfAborted();
  if (failure.signal.aborted) throw failure.signal.reason;
  const failed = settled.find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
}
