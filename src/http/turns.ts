/** Works are done for so long at a time before the event loop goes on. */
const SLICE_MS = 4;
/** So many wait at the most. */
const MOST_WAITING = 2_000;
/** Who has waited so long is told to come again: the connection would not last much longer, nor would its client. */
const LONGEST_WAIT_MS = 10_000;

/** A work in steps: between two of them the event loop may go on, and other requests are answered. */
export type Work<Result> = Generator<void, Result, void>;

interface Waiting {
  readonly sinceMs: number;
  /** Takes the next step; whether the work is done. */
  readonly step: () => boolean;
  readonly refuse: () => void;
}

/** What bounds those who wait. */
export interface TurnLimits {
  readonly most: number;
  readonly longestWaitMs: number;
}

/**
 * Does works one after the other, and lets the event loop go on whenever a slice of time is over: were all who ask at
 * once answered at once, everyone else would wait for the sum. Who ask many times wait behind themselves, not others
 * behind them: each has a lane, and the lanes take turns.
 */
export class Turns {
  private readonly lanes = new Map<number, Waiting[]>();
  private waiting = 0;
  private current: Waiting | undefined;

  constructor(private readonly limits: TurnLimits = { most: MOST_WAITING, longestWaitMs: LONGEST_WAIT_MS }) {}

  /**
   * Does a work of a lane when its turn comes: comes with what the work returns, or throws what it throws. Undefined
   * where as many wait as may, or where the turn comes too late; then the work is never begun.
   */
  take<Result>(lane: number, work: () => Work<Result>): Promise<Result | undefined> {
    if (this.waiting >= this.limits.most) return Promise.resolve(undefined);
    const { promise, resolve, reject } = Promise.withResolvers<Result | undefined>();
    let begun: Work<Result> | undefined;
    const step = (): boolean => {
      try {
        begun ??= work();
        const { done, value } = begun.next();
        if (done) resolve(value);
        return done === true;
      } catch (cause) {
        reject(cause);
        return true;
      }
    };
    const waiting = { sinceMs: performance.now(), step, refuse: () => resolve(undefined) };
    const queue = this.lanes.get(lane);
    if (queue === undefined) this.lanes.set(lane, [waiting]);
    else queue.push(waiting);
    if (this.waiting++ === 0 && this.current === undefined) setImmediate(this.go);
    return promise;
  }

  private readonly go = (): void => {
    const sliceEnd = performance.now() + SLICE_MS;
    do {
      this.current ??= this.next();
      if (this.current?.step()) this.current = undefined;
    } while ((this.current !== undefined || this.waiting > 0) && performance.now() < sliceEnd);
    if (this.current !== undefined || this.waiting > 0) setImmediate(this.go);
  };

  /** The first of the lane whose turn it is who has not waited too long; those who have are refused. */
  private next(): Waiting | undefined {
    const earliestMs = performance.now() - this.limits.longestWaitMs;
    for (const [lane, queue] of this.lanes) {
      // The lane goes to the end of the order, if it still has works.
      this.lanes.delete(lane);
      const inTime = queue.findIndex(({ sinceMs }) => sinceMs >= earliestMs);
      const expired = queue.splice(0, inTime < 0 ? queue.length : inTime);
      for (const { refuse } of expired) refuse();
      this.waiting -= expired.length;
      const first = queue.shift();
      if (queue.length > 0) this.lanes.set(lane, queue);
      if (first === undefined) continue;
      this.waiting--;
      return first;
    }
    return undefined;
  }
}
