import { ImportFailure } from './failure.ts';
import type { Answer, Task } from './protocol.ts';

/**
 * Starts a thread. In a compiled program a Worker is found by its path below the entry points' common folder, `src`;
 * from source by its address.
 */
function startWorker(): Worker {
  return Bun.isStandaloneExecutable
    ? new Worker('./import/worker.ts')
    : new Worker(new URL('./worker.ts', import.meta.url));
}

/** One thread of the import and the task it is at. */
export class ImportThread {
  private readonly worker = startWorker();
  private onAnswer: ((answer: Answer) => void) | undefined;
  private onFault: ((cause: unknown) => void) | undefined;

  constructor() {
    this.worker.onmessage = ({ data }: MessageEvent<Answer>) => {
      if (data.type === 'failed') {
        this.onFault?.(data.known ? new ImportFailure(data.message) : new Error(data.message));
      } else {
        this.onAnswer?.(data);
      }
    };
    this.worker.onerror = (event) => {
      this.onFault?.(new Error(`A thread of the import stopped: ${event.message}`));
    };
  }

  /**
   * Gives the thread a task; answers of other types than the last one's go to `onEvent`; `transfer` is
   * memory that the task gives away. Rejects with what the
   * thread failed of.
   */
  perform<Last extends Answer['type']>(
    task: Task,
    last: Last,
    onEvent?: (answer: Answer) => void,
    transfer: ArrayBuffer[] = [],
  ): Promise<Extract<Answer, { type: Last }>> {
    return new Promise((resolve, reject) => {
      this.onFault = reject;
      this.onAnswer = (answer) => {
        // The type was compared, which narrows the union to the member that `Extract` picks.
        if (answer.type === last) resolve(answer as Extract<Answer, { type: Last }>);
        else onEvent?.(answer);
      };
      this.worker.postMessage(task, transfer);
    });
  }

  /** Ends the thread. */
  stop(): void {
    this.worker.terminate();
  }
}

/** Hands the items out to the threads, each as soon as it is free; rejects at the first fault. */
export async function shareOut<Item>(
  threads: readonly ImportThread[],
  items: readonly Item[],
  work: (thread: ImportThread, item: Item, index: number) => Promise<void>,
): Promise<void> {
  let next = 0;
  let failed = false;
  await Promise.all(
    threads.map(async (thread) => {
      while (!failed && next < items.length) {
        const index = next++;
        const item = items[index];
        if (item === undefined) continue;
        try {
          await work(thread, item, index);
        } catch (cause) {
          failed = true;
          throw cause;
        }
      }
    }),
  );
}
