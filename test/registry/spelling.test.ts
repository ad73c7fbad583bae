import { expect, test } from 'bun:test';
import { editsAllowed } from '../../src/registry/spelling.ts';

test.each([
  ['CAO', 0],
  ['CASA', 1],
  ['PADARIA', 1],
  ['PETROLEO', 2],
  ['12345678', 0],
  ['1234567A', 2],
])('%s may differ by %d', (word, edits) => {
  expect(editsAllowed(word)).toBe(edits);
});
