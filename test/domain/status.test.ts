import { describe, expect, test } from 'bun:test';
import { codeOfStatus, STATUSES, statusOfCode } from '../../src/domain/status.ts';

describe('statusOfCode', () => {
  test.each([
    ['01', 'nil'],
    ['02', 'active'],
    ['03', 'suspended'],
    ['04', 'unfit'],
    ['08', 'closed'],
  ])('%p means %p, without its zero too', (code, id) => {
    expect<string | undefined>(statusOfCode(code)).toBe(id);
    expect<string | undefined>(statusOfCode(code.slice(1))).toBe(id);
  });

  test('knows no other code', () => {
    for (const code of ['', '0', '00', '05', '5', '10', '002', 'active', '2 ']) {
      expect(statusOfCode(code)).toBeUndefined();
    }
  });
});

describe('codeOfStatus', () => {
  test('is the way back from every status', () => {
    for (const { id, code } of STATUSES) expect(codeOfStatus(id)).toBe(code);
  });
});
