import { expect, setDefaultTimeout, test } from 'bun:test';
import { swapUnderLoad } from '../../scripts/bench/swap.ts';

setDefaultTimeout(60_000);

test('a registry is swapped between two requests: none fails, and no answer is of both', async () => {
  const { answers, failed, mixed, seenAfterMs } = await swapUnderLoad(3, 300);
  expect(seenAfterMs).toHaveLength(3);
  expect(answers).toBeGreaterThan(100);
  expect({ failed, mixed }).toEqual({ failed: 0, mixed: 0 });
});
