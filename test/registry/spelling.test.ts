import { expect, test } from 'bun:test';
import { countEdits, editsAllowed } from '../../src/registry/spelling.ts';

test.each([
  ['CASA', 'CASA', 0],
  ['CASA', 'CASAS', 1],
  ['CASA', 'ASA', 1],
  ['CASA', 'CAMA', 1],
  ['CASA', 'CSAA', 2],
  ['PETROBRAS', 'PETROBAS', 1],
  ['KITTEN', 'SITTING', 3],
  ['', 'ABC', 3],
  ['ABC', '', 3],
])('from %p to %p it is %d edits', (one, other, edits) => {
  expect(countEdits(one, other)).toBe(edits);
  expect(countEdits(other, one)).toBe(edits);
});

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
