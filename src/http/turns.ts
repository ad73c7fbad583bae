/** Works that take long are done for so long at a time before the event loop goes on. */
const SLICE_MS = 4;
/** What is behind so many searches would be answered when its client has long gone. */
const MOST_WAITING = 2_000;

/**
 * Does works one after the other, each whole, and lets the event loop go on whenever a slice of time is over: were all
 * who ask at once answered at once, everyone else would wait for the sum.
 */
export class Turns {
  private readonly waiting: (() => void)[] = [];

  /** At most so many works wait. */
  constructor(private readonly most: number = MOST_WAITING) {}

  /**
   * Does a work when its turn comes: comes with what the work returns, or throws what it throws. Undefined where as many
   * wait as may, and the work is never done.
   */
  take<Result>(work: () => Result): Promise<Result> | undefined {
    if (this.waiting.length >= this.most) return undefined;
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    const isFirst = this.waiting.length === 0;
    this.waiting.push(() => {
      try {
        resolve(work());
      } catch (cause) {
        reject(cause);
      }
    });
    if (isFirst) setImmediate(this.go);
    return promise;
  }

  private readonly go = (): void => {
    const sliceEnd = performance.now() + SLICE_MS;
    do this.waiting.shift()?.();
    while (this.waiting.length > 0 && performance.now() < sliceEnd);
    if (this.waiting.length > 0) setImmediate(this.go);
  };
}
