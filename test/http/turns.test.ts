import { expect, test } from 'bun:test';
import { Turns, type Work } from '../../src/http/turns.ts';

/** Longer than works may hold the event loop. */
const LONG_MS = 6;

const LIMITS = { most: 10, longestWaitMs: 60_000 };

/** A work that is done in its first step. */
function once<Result>(work: () => Result): () => Work<Result> {
  return function* () {
    const result = work();
    yield;
    return result;
  };
}

function hold(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

test('works are done one after the other, in the order of asking', async () => {
  const turns = new Turns(LIMITS);
  const done: number[] = [];
  const asked = [1, 2, 3].map((number) =>
    turns.take(
      1,
      once(() => done.push(number)),
    ),
  );
  expect(done).toEqual([]);
  expect(await Promise.all(asked)).toEqual([1, 2, 3]);
  expect(done).toEqual([1, 2, 3]);
  expect(
    await turns.take(
      1,
      once(() => done.push(4)),
    ),
  ).toBe(4);
});

test('what a work throws is told to who asked for it, and to no other', async () => {
  const turns = new Turns(LIMITS);
  const asked = [
    turns.take(
      1,
      once(() => 'before'),
    ),
    turns.take(
      1,
      once(() => {
        throw new Error('wrong');
      }),
    ),
    turns.take(
      1,
      once(() => 'after'),
    ),
  ];
  const ended = await Promise.allSettled(asked);
  expect(ended).toEqual([
    { status: 'fulfilled', value: 'before' },
    { status: 'rejected', reason: new Error('wrong') },
    { status: 'fulfilled', value: 'after' },
  ]);
});

test('the event loop goes on between long works', async () => {
  const turns = new Turns(LIMITS);
  const done: string[] = [];
  const work = (name: string) =>
    turns.take(
      1,
      once(() => {
        hold(LONG_MS);
        done.push(name);
      }),
    );
  const asked = ['first', 'second', 'third'].map(work);
  const watch = async () => {
    while (done.length < 3) {
      await new Promise((resolve) => setImmediate(resolve));
      done.push('loop');
    }
  };
  await Promise.all([...asked, watch()]);
  const order = done.join(' ');
  expect(order).toMatch(/first (loop )+second (loop )+third/);
});

test('no more are taken than may wait, until one is done', async () => {
  const turns = new Turns({ ...LIMITS, most: 2 });
  const done: string[] = [];
  const take = (name: string) =>
    turns.take(
      1,
      once(() => done.push(name)),
    );
  const asked = [take('first'), take('second')];
  expect(await take('third')).toBeUndefined();
  await Promise.all(asked);
  expect(await take('fourth')).toBe(3);
  expect(done).toEqual(['first', 'second', 'fourth']);
});

test('the event loop goes on between the steps of a long work, and no other is done meanwhile', async () => {
  const turns = new Turns(LIMITS);
  const done: string[] = [];
  const long = turns.take(1, function* () {
    for (const step of ['one', 'two', 'three']) {
      hold(LONG_MS);
      done.push(step);
      setImmediate(() => done.push('loop'));
      yield;
    }
  });
  const other = turns.take(
    2,
    once(() => done.push('other')),
  );
  await Promise.all([long, other]);
  expect(done.join(' ')).toMatch(/^one loop two loop three (loop other|other)/);
});

test('who asks often waits behind itself, and nobody else behind it', async () => {
  const turns = new Turns({ ...LIMITS, most: 100 });
  const done: string[] = [];
  const often = Array.from({ length: 20 }, (_, index) =>
    turns.take(
      1,
      once(() => done.push(`1.${index}`)),
    ),
  );
  const seldom = [2, 3].map((lane) =>
    turns.take(
      lane,
      once(() => done.push(`${lane}.0`)),
    ),
  );
  await Promise.all([...often, ...seldom]);
  expect(done.slice(0, 4)).toEqual(['1.0', '2.0', '3.0', '1.1']);
  expect(done).toHaveLength(22);
});

test('who has waited too long is refused, and the work never begun', async () => {
  const turns = new Turns({ ...LIMITS, longestWaitMs: 50 });
  const done: string[] = [];
  const first = turns.take(
    1,
    once(() => hold(80)),
  );
  const late = [
    turns.take(
      1,
      once(() => done.push('late')),
    ),
    turns.take(
      2,
      once(() => done.push('late')),
    ),
  ];
  await first;
  const fresh = turns.take(
    1,
    once(() => done.push('fresh')),
  );
  expect(await Promise.all(late)).toEqual([undefined, undefined]);
  await fresh;
  expect(done).toEqual(['fresh']);
});
