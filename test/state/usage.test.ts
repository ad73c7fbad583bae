import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { writeBatch } from '../../src/state/batch.ts';
import { OPERATIONS, type Operation } from '../../src/state/tables.ts';
import { Usage } from '../../src/state/usage.ts';
import { makeState } from './scratch.ts';

type ScratchState = ReturnType<typeof makeState>;

const NOVEMBER = Date.parse('2026-11-21T12:00:00Z');
const DECEMBER = Date.parse('2026-12-01T03:00:00Z');

/** Carries what is pending to the database, as the recorder does. */
function carry(state: ScratchState, usage: Usage): void {
  const rows = usage.takeBatch();
  usage.settle(rows, writeBatch(state.sqlite, { usage: rows, wanted: [] }));
}

/** The months of a subscriber in a short form: `202611: 3`. */
function summarise(usage: Usage, subscriberId: number, year?: number, month?: number): string[] {
  return usage
    .usageByMonth(subscriberId, year, month)
    .map((found) => `${found.year * 100 + found.month}: ${found.quantity}`);
}

describe('usage', () => {
  test('is counted by subscriber and operation, before and after it is written', () => {
    using state = makeState();
    const usage = new Usage(state, () => NOVEMBER);
    const made: readonly (readonly [number, Operation])[] = [
      [1, 'cnpj'],
      [1, 'cnpj'],
      [1, 'pesquisa'],
      [2, 'suframa'],
      [9_999, 'raiz'],
    ];
    for (const [subscriberId, operation] of made) usage.count(subscriberId, operation);
    for (const written of [false, true]) {
      if (written) carry(state, usage);
      expect(usage.usageByMonth(1)).toEqual([
        {
          ...{ year: 2026, month: 11, quantity: 3, updatedAt: NOVEMBER },
          byOperation: { cnpj: 2, raiz: 0, pesquisa: 1, suframa: 0 },
        },
      ]);
      expect([1, 2, 3, 9_999, 10_000].map((id) => usage.countedThisMonth(id))).toEqual([3, 1, 0, 1, 0]);
    }
  });

  test('goes on from what the database holds when the server starts again', () => {
    using state = makeState();
    const before = new Usage(state, () => NOVEMBER);
    before.count(1, 'cnpj');
    before.count(70_000, 'raiz');
    carry(state, before);
    const after = new Usage(state, () => NOVEMBER);
    after.count(1, 'cnpj');
    expect(after.countedThisMonth(1)).toBe(2);
    expect(after.countedThisMonth(70_000)).toBe(1);
    carry(state, after);
    expect(summarise(new Usage(state, () => NOVEMBER), 1)).toEqual(['202611: 2']);
  });

  test('has the current month even when nothing was queried in it', () => {
    using state = makeState();
    expect(summarise(new Usage(state, () => NOVEMBER), 1)).toEqual(['202611: 0']);
  });

  test('turns the month at midnight in Brasília, and loses nothing on the way', () => {
    using state = makeState();
    let now = DECEMBER - 1;
    const usage = new Usage(state, () => now);
    usage.count(1, 'cnpj');
    expect(usage.monthEndsAt).toBe(DECEMBER);
    now = DECEMBER;
    usage.count(1, 'raiz');
    usage.count(1, 'raiz');
    expect(usage.countedThisMonth(1)).toBe(2);
    expect(usage.monthEndsAt).toBe(Date.parse('2027-01-01T03:00:00Z'));
    expect(summarise(usage, 1)).toEqual(['202611: 1', '202612: 2']);
    carry(state, usage);
    expect(summarise(usage, 1)).toEqual(['202611: 1', '202612: 2']);
    expect(summarise(new Usage(state, () => now), 1)).toEqual(['202611: 1', '202612: 2']);
  });

  test('starts a quota anew with the month, without any query', () => {
    using state = makeState();
    let now = DECEMBER - 1;
    const usage = new Usage(state, () => now);
    usage.count(1, 'cnpj');
    now = DECEMBER;
    expect(usage.countedThisMonth(1)).toBe(0);
  });

  test('is read by year and by month', () => {
    using state = makeState();
    let now = Date.parse('2025-11-15T12:00:00Z');
    const usage = new Usage(state, () => now);
    for (const instant of ['2025-11-15T12:00:00Z', '2026-10-15T12:00:00Z', '2026-11-15T12:00:00Z']) {
      now = Date.parse(instant);
      usage.count(1, 'cnpj');
      carry(state, usage);
    }
    expect(summarise(usage, 1)).toEqual(['202511: 1', '202610: 1', '202611: 1']);
    expect(summarise(usage, 1, 2026)).toEqual(['202610: 1', '202611: 1']);
    expect(summarise(usage, 1, undefined, 11)).toEqual(['202511: 1', '202611: 1']);
    expect(summarise(usage, 1, 2025, 11)).toEqual(['202511: 1']);
    expect(summarise(usage, 1, 2024)).toEqual([]);
  });

  test('that could not be written goes with the next batch, once', () => {
    using state = makeState();
    const usage = new Usage(state, () => NOVEMBER);
    usage.count(1, 'cnpj');
    const failed = usage.takeBatch();
    usage.count(1, 'cnpj');
    usage.restore(failed);
    expect(usage.countedThisMonth(1)).toBe(2);
    carry(state, usage);
    expect(usage.takeBatch()).toEqual([]);
    expect(summarise(new Usage(state, () => NOVEMBER), 1)).toEqual(['202611: 2']);
  });

  test('sees what another process counted for the same subscriber, once it writes itself', () => {
    using state = makeState();
    const ours = new Usage(state, () => NOVEMBER);
    const theirs = new Usage(state, () => NOVEMBER);
    theirs.count(1, 'cnpj');
    carry(state, theirs);
    ours.count(1, 'cnpj');
    carry(state, ours);
    expect(ours.countedThisMonth(1)).toBe(2);
  });

  test('agrees with a plain list of queries, whatever is written, lost and repeated in between', () => {
    const step = fc.oneof(
      {
        weight: 6,
        arbitrary: fc.record({
          id: fc.integer({ min: 1, max: 400 }),
          operation: fc.constantFrom(...OPERATIONS),
        }),
      },
      { weight: 1, arbitrary: fc.constantFrom('carry', 'fail', 'restart', 'next day') },
    );
    const property = fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      using state = makeState();
      let now = NOVEMBER;
      let usage = new Usage(state, () => now);
      const oracle = new Map<number, Map<string, number>>();
      for (const each of steps) {
        if (each === 'carry') carry(state, usage);
        else if (each === 'fail') usage.restore(usage.takeBatch());
        else if (each === 'next day') now += 5 * 86_400_000;
        else if (each === 'restart') {
          carry(state, usage);
          usage = new Usage(state, () => now);
        } else {
          usage.count(each.id, each.operation);
          const months = oracle.get(each.id) ?? new Map<string, number>();
          const month = new Date(now - 3 * 3_600_000).toISOString().slice(0, 7);
          oracle.set(each.id, months.set(month, (months.get(month) ?? 0) + 1));
        }
      }
      for (const [id, months] of oracle) {
        const read = usage.usageByMonth(id).filter((found) => found.quantity > 0);
        const found = read.map((each) => [
          `${each.year}-${String(each.month).padStart(2, '0')}`,
          each.quantity,
        ]);
        expect(found).toEqual([...months]);
      }
    });
    fc.assert(property, { numRuns: 60 });
  });
});
