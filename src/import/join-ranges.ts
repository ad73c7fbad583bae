import type { AdditionParts } from './additions.ts';
import type { Assembled } from './protocol.ts';
import type { RootRange } from './ranges.ts';
import { type ImportThread, shareOut } from './threads.ts';

/** Joined ranges that may wait for their turn to be written. */
const MAX_WAITING = 2;

/**
 * Has every range joined by whichever thread is free, and hands the results to `onRange` in the order of the ranges,
 * whose memory is used again afterwards. A thread that is far ahead waits, so that memory stays bounded.
 */
export async function joinRanges(
  threads: readonly ImportThread[],
  ranges: readonly RootRange[],
  additionsOf: (range: RootRange, index: number) => readonly AdditionParts[],
  onRange: (assembled: Assembled) => void,
): Promise<void> {
  const waiting = new Map<number, Assembled>();
  const spare: ArrayBuffer[] = [];
  let next = 0;
  let wake: (() => void)[] = [];
  const deliver = (): void => {
    for (let due = waiting.get(next); due !== undefined; due = waiting.get(next)) {
      waiting.delete(next++);
      onRange(due);
      spare.push(due.records.buffer);
    }
    const woken = wake;
    wake = [];
    for (const resume of woken) resume();
  };
  await shareOut(threads, ranges, async (thread, range, index) => {
    const memory = spare.pop();
    const task = { type: 'assemble', range, additions: additionsOf(range, index), memory } as const;
    waiting.set(index, await thread.perform(task, 'assembled', undefined, memory ? [memory] : []));
    deliver();
    while (waiting.size >= MAX_WAITING && waiting.has(index)) {
      await new Promise<void>((resolve) => wake.push(resolve));
    }
  });
  await Promise.all(threads.map((thread) => thread.perform({ type: 'finish' }, 'finished')));
}
