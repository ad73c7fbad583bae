import { describe, expect, test } from 'bun:test';
import { WHOLE_COUNTRY } from '../../src/import/coverage.ts';
import { estimateNeeds, listShortages } from '../../src/import/requirements.ts';
import type { SourceFile, SourceKind } from '../../src/import/sources.ts';

const GB = 1_000_000_000;

/** A file that unpacks to so many bytes. */
function file(kind: SourceKind, bytes: number): SourceFile {
  return { kind, member: { path: '/inbox/a.zip', name: 'a', bytes, zipped: true } };
}

/** About the country of August 2026. */
const COUNTRY = [
  file('companies', 5.5 * GB),
  file('establishments', 17 * GB),
  file('partners', 2.8 * GB),
  file('simples', 2.7 * GB),
  file('cities', 0.1 * GB),
];

describe('what an import needs', () => {
  test('grows on the disk with what the files unpack to, and is bounded in memory', () => {
    const country = estimateNeeds(COUNTRY, WHOLE_COUNTRY);
    expect(country.freeBytes).toBeGreaterThan(28 * GB);
    expect(country.freeBytes).toBeLessThan(60 * GB);
    expect(country.memoryBytes).toBe(1 << 30);
    const sample = estimateNeeds([file('companies', 1_000_000)], WHOLE_COUNTRY);
    expect(sample.memoryBytes).toBeLessThan(1 << 29);
    expect(sample.freeBytes).toBeLessThan(0.1 * GB);
  });

  test('is less for a few states, and never more than for all', () => {
    const needs = (states: readonly string[]) =>
      estimateNeeds(COUNTRY, { ...WHOLE_COUNTRY, states }).freeBytes;
    expect(needs(['SP'])).toBeLessThan(needs(['SP', 'RJ']));
    expect(needs(['SP', 'RJ', 'MG', 'RS', 'PR'])).toBe(needs([]));
  });

  test('is told of for whatever is missing', () => {
    const needs = { freeBytes: 46 * GB, memoryBytes: 1 << 30 };
    expect(listShortages(needs, { freeBytes: 46 * GB, memoryBytes: 1 << 30 }, '/data')).toEqual([]);
    expect(listShortages(needs, { freeBytes: 5 * GB, memoryBytes: 512 << 20 }, '/data')).toEqual([
      'The import takes about 46,000 MB on the disk of /data while it runs, and 5,000 MB are free.',
      'The import takes about 1,074 MB of memory, and there are 537 MB.',
    ]);
  });
});
