import { expect, test } from 'bun:test';
import { Turns } from '../../src/http/turns.ts';

/** Longer than works may hold the event loop. */
const LONG_MS = 6;

function hold(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

test('works are done one after the other, in the order of asking', async () => {
  const turns = new Turns(10);
  const done: number[] = [];
  const asked = [1, 2, 3].map((number) => turns.take(() => done.push(number)));
  expect(done).toEqual([]);
  expect(await Promise.all(asked)).toEqual([1, 2, 3]);
  expect(done).toEqual([1, 2, 3]);
  expect(await turns.take(() => done.push(4))).toBe(4);
});

test('what a work throws is told to who asked for it, and to no other', async () => {
  const turns = new Turns(10);
  const asked = [
    turns.take(() => 'before'),
    turns.take(() => {
      throw new Error('wrong');
    }),
    turns.take(() => 'after'),
  ];
  const ended = await Promise.allSettled(asked);
  expect(ended).toEqual([
    { status: 'fulfilled', value: 'before' },
    { status: 'rejected', reason: new Error('wrong') },
    { status: 'fulfilled', value: 'after' },
  ]);
});

test('the event loop goes on between long works', async () => {
  const turns = new Turns(10);
  const done: string[] = [];
  const work = (name: string) =>
    turns.take(() => {
      hold(LONG_MS);
      done.push(name);
    });
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
  const turns = new Turns(2);
  const done: string[] = [];
  const take = (name: string) => turns.take(() => done.push(name));
  const asked = [take('first'), take('second')];
  expect(take('third')).toBeUndefined();
  await Promise.all(asked);
  expect(await take('fourth')).toBe(3);
  expect(done).toEqual(['first', 'second', 'fourth']);
});
