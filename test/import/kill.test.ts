import { expect, setDefaultTimeout, test } from 'bun:test';
import { killImports } from '../../scripts/bench/kill.ts';

setDefaultTimeout(60_000);

const KILLS = 10;

test('imports killed at random moments leave a whole registry, old or new, and the next one starts clean', async () => {
  const { killed, late, leftovers, old, renewed } = await killImports({
    kills: KILLS,
    companies: 200,
    random: Math.random,
  });
  expect(killed).toBe(KILLS);
  expect(old + renewed).toBe(killed + late);
  expect(leftovers).toEqual([]);
});
