import { describe, expect, test } from 'bun:test';
import { writeBatch } from '../../src/state/batch.ts';
import { forgetWanted, takeWanted, WANTED_CAPACITY, WantedBuffer } from '../../src/state/wanted.ts';
import { makeState } from './scratch.ts';

type ScratchState = ReturnType<typeof makeState>;

/** A CNPJ's worth of digits. */
const numbered = (number: number) => String(number).padStart(14, '0');

/** Writes what a buffer holds, as the recorder does. */
function carry(state: ScratchState, buffer: WantedBuffer, nowMs: number): void {
  writeBatch(state.sqlite, { usage: [], wanted: buffer.takeBatch() }, nowMs);
}

describe('wanted CNPJs', () => {
  test('come out absent ones first, then the longest waiting, each once', () => {
    using state = makeState();
    const buffer = new WantedBuffer();
    const asked: readonly (readonly [number, boolean])[] = [
      [1, false],
      [2, true],
      [3, false],
      [4, true],
      [2, true],
      [1, false],
    ];
    for (const [index, [number, absent]] of asked.entries()) {
      buffer.remember(numbered(number), absent);
      carry(state, buffer, index);
    }
    expect(takeWanted(state, 10).map((row) => Number(row.cnpj))).toEqual([2, 4, 1, 3]);
    expect(takeWanted(state, 2).map((row) => row.absent)).toEqual([true, true]);
  });

  test('become less urgent when they are no longer absent', () => {
    using state = makeState();
    const buffer = new WantedBuffer();
    buffer.remember(numbered(1), true);
    buffer.remember(numbered(2), true);
    carry(state, buffer, 0);
    buffer.remember(numbered(1), false);
    carry(state, buffer, 1);
    expect(takeWanted(state, 10)).toEqual([
      { cnpj: numbered(2), absent: true },
      { cnpj: numbered(1), absent: false },
    ]);
  });

  test('are forgotten when they were learnt', () => {
    using state = makeState();
    const buffer = new WantedBuffer();
    buffer.remember(numbered(1), true);
    carry(state, buffer, 0);
    forgetWanted(state, numbered(1));
    forgetWanted(state, numbered(2));
    expect(takeWanted(state, 10)).toEqual([]);
  });

  test('are held in bounded number however many are asked for, and none twice', () => {
    const buffer = new WantedBuffer();
    for (const round of [1, 2]) {
      for (let number = 0; number < 60_000; number++) buffer.remember(numbered(number), round === 1);
    }
    const held = buffer.takeBatch();
    expect(held).toHaveLength(10_000);
    expect(held.every((row) => !row.absent)).toBeTrue();
    expect(buffer.takeBatch()).toEqual([]);
  });

  test('that could not be written are held again, and what was learnt since counts', () => {
    const buffer = new WantedBuffer();
    buffer.remember(numbered(1), true);
    buffer.remember(numbered(2), true);
    const failed = buffer.takeBatch();
    buffer.remember(numbered(1), false);
    buffer.restore(failed);
    expect(buffer.takeBatch()).toEqual([
      { cnpj: numbered(1), absent: false },
      { cnpj: numbered(2), absent: true },
    ]);
  });

  test('are kept in bounded number: the stale and the latest go first', () => {
    using state = makeState();
    const insert = (first: number, count: number, absent: boolean, nowMs: number) => {
      const wanted = Array.from({ length: count }, (_, index) => ({ cnpj: numbered(first + index), absent }));
      writeBatch(state.sqlite, { usage: [], wanted }, nowMs);
    };
    insert(0, 10, false, 0);
    insert(1_000_000, WANTED_CAPACITY - 5, true, 1);
    expect(takeWanted(state, WANTED_CAPACITY + 1)).toHaveLength(WANTED_CAPACITY);
    insert(5_000_000, 7, true, 2);
    const kept = takeWanted(state, WANTED_CAPACITY + 1);
    expect(kept).toHaveLength(WANTED_CAPACITY);
    expect(kept.filter((row) => !row.absent)).toEqual([]);
    expect(kept.filter((row) => row.cnpj >= numbered(5_000_000))).toHaveLength(5);
  });
});
