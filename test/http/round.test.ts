import { expect, test } from 'bun:test';
import { nextRound } from '../../src/http/round.ts';

/** Comes when all that waits for the event loop now has had its turn. */
function loopGoesOn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

test('who comes in together goes on together, in the order of coming, and each step is done by all before the next', async () => {
  const done: string[] = [];
  const goOn = async (name: string) => {
    await nextRound();
    done.push(`${name} is answered`);
    await undefined;
    done.push(`${name} is sent`);
  };
  const going = ['first', 'second', 'third'].map(goOn);
  await undefined;
  expect(done).toEqual([]);
  await Promise.all(going);
  expect(done).toEqual([
    ...['first is answered', 'second is answered', 'third is answered'],
    ...['first is sent', 'second is sent', 'third is sent'],
  ]);
});

test('who comes in later goes on later', async () => {
  const done: string[] = [];
  const first = nextRound().then(() => done.push('first'));
  await loopGoesOn();
  const second = nextRound().then(() => done.push('second'));
  await first;
  expect(done).toEqual(['first']);
  await second;
  expect(done).toEqual(['first', 'second']);
});

test('a crowd goes on in several rounds, between which the event loop does', async () => {
  let gone = 0;
  const going = Array.from({ length: 150 }, async () => {
    await nextRound();
    gone++;
  });
  const seen: number[] = [];
  while (gone < 150) {
    await loopGoesOn();
    seen.push(gone);
  }
  await Promise.all(going);
  expect(seen).toEqual([64, 128, 150]);
});
