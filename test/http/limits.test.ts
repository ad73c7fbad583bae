import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { MinuteWindows } from '../../src/http/limits.ts';

const MINUTE_MS = 60_000;

test('counts as a plain map of first events and counts would', () => {
  const step = fc.tuple(fc.nat(4), fc.nat(40_000));
  fc.assert(
    fc.property(fc.array(step, { maxLength: 80 }), (steps) => {
      const windows = new MinuteWindows<number>();
      const model = new Map<number, { count: number; endsAtMs: number }>();
      let nowMs = 0;
      for (const [key, waitMs] of steps) {
        nowMs += waitMs;
        const open = model.get(key);
        const fresh = open === undefined || open.endsAtMs <= nowMs;
        expect(windows.find(key, nowMs)).toEqual(fresh ? undefined : open);
        const due = fresh ? { count: 1, endsAtMs: nowMs + MINUTE_MS } : { ...open, count: open.count + 1 };
        model.set(key, due);
        expect(windows.count(key, nowMs)).toEqual(due);
        expect(windows.size).toBeLessThanOrEqual(2 * model.size);
      }
    }),
  );
});

test('a clock that is set back shuts nobody out for hours', () => {
  const windows = new MinuteWindows<string>();
  const laterMs = 3 * 3_600_000;
  for (let count = 1; count <= 4; count++) windows.count('a', laterMs);
  const nowMs = 30_000;
  expect(windows.find('a', nowMs)).toBeUndefined();
  expect(windows.count('a', nowMs)).toEqual({ count: 1, endsAtMs: nowMs + MINUTE_MS });
  expect(windows.count('a', nowMs + 1)).toEqual({ count: 2, endsAtMs: nowMs + MINUTE_MS });
  // A second back, as a time server may put it, gives nobody a window anew.
  expect(windows.count('a', nowMs - 1_000)).toEqual({ count: 3, endsAtMs: nowMs + MINUTE_MS });
});

test('a hundred thousand addresses are each counted right within a minute, and forgotten after it', () => {
  const windows = new MinuteWindows<string>();
  for (let round = 1; round <= 3; round++) {
    for (let number = 0; number < 100_000; number++) {
      if (windows.count(`address ${number}`, round).count !== round) throw new Error(`address ${number}`);
    }
  }
  expect(windows.size).toBe(100_000);
  expect(windows.find('address 0', MINUTE_MS + 1)).toBeUndefined();
  expect(windows.find('address 0', 2 * MINUTE_MS + 1)).toBeUndefined();
  expect(windows.size).toBe(0);
});

test('more than it may remember push out the oldest, and nothing else', () => {
  const windows = new MinuteWindows<number>();
  for (let number = 0; number < 1_000_000; number++) windows.count(number, 1);
  expect(windows.size).toBeLessThanOrEqual(131_072);
  expect(windows.size).toBeGreaterThan(65_536);
  expect(windows.find(999_999, 2)?.count).toBe(1);
  expect(windows.find(0, 2)).toBeUndefined();
});
