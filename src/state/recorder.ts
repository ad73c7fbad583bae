import type { Batch, WriterOrder, WriterReport } from './batch.ts';
import type { State } from './database.ts';
import { Usage } from './usage.ts';
import { WantedBuffer } from './wanted.ts';

/** How a recorder runs; everything but `onFault` has a default. */
export type RecorderOptions = {
  /** Hears, in one English sentence, of batches that could not be written; they are tried again. */
  readonly onFault: (message: string) => void;
  /** How long counts stay in memory only; a quarter of a second leaves the rest of one to the disk. */
  readonly flushEveryMs?: number;
  /** How long `close` waits for the disk. */
  readonly closeWithinMs?: number;
  readonly now?: () => number;
};

/** What requests leave behind, and the way to the disk. */
export type Recorder = {
  readonly usage: Usage;
  readonly wanted: WantedBuffer;
  /** Resolves when all that was recorded before the call is written; rejects when it could not be. */
  flush(): Promise<void>;
  /** Writes what is left, waits for it a bounded time, and ends the writer. */
  close(): Promise<void>;
};

/**
 * Starts the writer. In a compiled program a Worker is found by its path below the entry points' common
 * folder, `src`; from source by its address.
 */
function startWriter(): Worker {
  const compiled = /\/(\$bunfs|~BUN)\//.test(import.meta.url);
  const writer = compiled
    ? new Worker('./state/writer.ts')
    : new Worker(new URL('./writer.ts', import.meta.url));
  // The writer alone must not keep a process alive.
  writer.unref();
  return writer;
}

/** Resolves to whether a promise settled in time, however it settled. */
async function settlesWithin(work: Promise<unknown>, withinMs: number): Promise<boolean> {
  const { promise: late, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(resolve, withinMs, false);
  const settled = work.then(
    () => true,
    () => true,
  );
  const inTime = await Promise.race([settled, late]);
  clearTimeout(timer);
  return inTime;
}

/** The main thread's end of the writer: one batch under way at a time, taken back when it fails. */
class WriterLine {
  readonly #path: string;
  #writer: Worker | undefined;
  #awaited: PromiseWithResolvers<readonly number[]> | undefined;

  constructor(path: string) {
    this.#path = path;
  }

  /** Writes a batch and resolves to the new totals of its usage. */
  write(batch: Batch): Promise<readonly number[]> {
    this.#awaited = Promise.withResolvers();
    this.#send({ kind: 'write', path: this.#path, batch });
    return this.#awaited.promise;
  }

  /** Ends the writer, which closes its connection first if it is not hanging. */
  async end(withinMs: number): Promise<void> {
    if (this.#writer === undefined) return;
    const writer = this.#writer;
    this.#awaited = Promise.withResolvers();
    this.#send({ kind: 'close' });
    await settlesWithin(this.#awaited.promise, withinMs);
    this.#writer = undefined;
    writer.terminate();
  }

  #send(order: WriterOrder): void {
    this.#writer ??= this.#start();
    this.#writer.postMessage(order);
  }

  #start(): Worker {
    const writer = startWriter();
    writer.onmessage = (event: MessageEvent<WriterReport>) => {
      // What a writer given up on still has to say concerns no batch of today's.
      if (this.#writer !== writer) return;
      const report = event.data;
      if (report.kind === 'failed') this.#awaited?.reject(new Error(report.reason));
      else this.#awaited?.resolve(report.kind === 'written' ? report.totals : []);
    };
    writer.onerror = (event) => {
      // A writer that died is started anew with the next batch.
      if (this.#writer !== writer) return;
      this.#writer = undefined;
      this.#awaited?.reject(new Error(event.message));
    };
    return writer;
  }
}

/**
 * Begins to record what requests leave behind. Counting and remembering are synchronous and touch memory only;
 * a timer carries batches to a thread of their own, so that a crash loses less than a second's worth.
 */
export function openRecorder(state: State, options: RecorderOptions): Recorder {
  const usage = new Usage(state, options.now);
  const wanted = new WantedBuffer();
  const line = new WriterLine(state.path);
  let underWay: Promise<void> | undefined;

  const writeHeld = async (): Promise<void> => {
    const batch: Batch = { usage: usage.takeBatch(), wanted: wanted.takeBatch() };
    if (batch.usage.length === 0 && batch.wanted.length === 0) return;
    try {
      usage.settle(batch.usage, await line.write(batch));
    } catch (cause) {
      usage.restore(batch.usage);
      wanted.restore(batch.wanted);
      throw cause;
    }
  };

  const carry = (): Promise<void> => {
    underWay ??= writeHeld().finally(() => {
      underWay = undefined;
    });
    return underWay;
  };

  // A disk that stays full is told of once, not four times a second, until a batch succeeds again.
  let faulty = false;
  const tellFault = (cause: unknown): void => {
    if (faulty) return;
    faulty = true;
    const reason = cause instanceof Error ? cause.message : String(cause);
    options.onFault(`Usage could not be written to ${state.path}; it is held and tried again: ${reason}`);
  };

  const timer = setInterval(() => {
    if (underWay !== undefined) return;
    carry().then(() => {
      faulty = false;
    }, tellFault);
  }, options.flushEveryMs ?? 250);
  timer.unref();

  const flush = async (): Promise<void> => {
    // A batch under way was taken before what is being asked for; its own failure is told by its own caller.
    await underWay?.catch(() => undefined);
    await carry();
  };

  return {
    usage,
    wanted,
    flush,
    async close() {
      clearInterval(timer);
      const withinMs = options.closeWithinMs ?? 10_000;
      const lost = (reason: string) =>
        options.onFault(`The last counts were not written to ${state.path} and are lost: ${reason}`);
      const last = flush().catch((cause: unknown) => {
        lost(cause instanceof Error ? cause.message : String(cause));
      });
      if (!(await settlesWithin(last, withinMs))) lost(`the disk did not answer within ${withinMs} ms.`);
      await line.end(1_000);
    },
  };
}
