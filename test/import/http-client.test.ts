import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { backoffMs, parseRetryAfter, showAddress } from '../../src/import/http-client.ts';

const NOW = Date.parse('2026-11-21T09:00:00Z');

describe('parseRetryAfter', () => {
  test.each([
    [null, undefined],
    ['0', 0],
    [' 7 ', 7_000],
    ['Sat, 21 Nov 2026 09:01:30 GMT', 90_000],
    ['Sat, 21 Nov 2026 08:00:00 GMT', 0],
    ['86400', 600_000],
    ['soon', undefined],
  ])('%p is %p milliseconds', (value, ms) => {
    expect(parseRetryAfter(value, NOW)).toBe(ms);
  });
});

describe('backoffMs', () => {
  test('grows from half of the first pause to a minute, and is never less than the server asked for', () => {
    const failures = fc.integer({ min: 1, max: 100 });
    const asked = fc.integer({ min: 0, max: 600_000 });
    fc.assert(
      fc.property(failures, asked, (count, retryAfterMs) => {
        const full = Math.min(1000 * 2 ** (count - 1), 60_000);
        const ms = backoffMs(count, 1000, retryAfterMs);
        expect(ms).toBeGreaterThanOrEqual(Math.max(full / 2, retryAfterMs));
        expect(ms).toBeLessThanOrEqual(Math.max(full, retryAfterMs));
      }),
    );
  });
});

describe('showAddress', () => {
  test.each([
    ['https://user:secret@example.com/a/b?token=secret#x', 'https://example.com/a/b'],
    ['http://127.0.0.1:8080/', 'http://127.0.0.1:8080/'],
    ['no address', 'no address'],
  ])('%s is shown as %s', (address, shown) => {
    expect(showAddress(address)).toBe(shown);
  });
});
