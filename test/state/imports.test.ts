import { describe, expect, test } from 'bun:test';
import {
  findLastFailure,
  finishImport,
  type ImportEnd,
  isRefusedInbox,
  listImports,
  listRefusedMonths,
  startImport,
} from '../../src/state/imports.ts';
import { makeState } from './scratch.ts';

type ScratchState = ReturnType<typeof makeState>;

/** One run from its start to its end. */
function runImport(state: ScratchState, outcome: ImportEnd['outcome'], month: string): number {
  const id = startImport(state);
  finishImport(state, id, { outcome, month, message: `${month} ${outcome}` });
  return id;
}

describe('the history of imports', () => {
  test('tells of a run while it runs and when it has ended', () => {
    using state = makeState();
    const id = startImport(state, '2026-11', 1_000);
    const running = { id, startedAt: 1_000, month: '2026-11', endedAt: undefined };
    const open = {
      outcome: undefined,
      rows: undefined,
      message: undefined,
      kind: undefined,
      inbox: undefined,
    };
    expect(listImports(state, 10)).toEqual([{ ...running, ...open }]);
    finishImport(state, id, { outcome: 'published', rows: 70_000_000 }, 5_000);
    expect(listImports(state, 10)).toEqual([
      { ...running, ...open, endedAt: 5_000, outcome: 'published', rows: 70_000_000 },
    ]);
  });

  test('is read from its end', () => {
    using state = makeState();
    for (const month of ['2026-09', '2026-10', '2026-11']) runImport(state, 'published', month);
    expect(listImports(state, 2).map((run) => run.month)).toEqual(['2026-11', '2026-10']);
  });

  test('notes a run whose process died as interrupted when the next one starts', () => {
    using state = makeState();
    const lost = startImport(state, '2026-11', 1_000);
    startImport(state, '2026-11', 9_000);
    expect(listImports(state, 10).map((run) => run.outcome)).toEqual([undefined, 'interrupted']);
    expect(findLastFailure(state)).toMatchObject({ id: lost, endedAt: 9_000 });
  });

  test('knows a failure until a run goes well', () => {
    using state = makeState();
    expect(findLastFailure(state)).toBeUndefined();
    runImport(state, 'unchanged', '2026-09');
    const failed = startImport(state);
    finishImport(state, failed, { outcome: 'failed', kind: 'download', message: 'no network' });
    expect(findLastFailure(state)).toMatchObject({ id: failed, kind: 'download', message: 'no network' });
    startImport(state);
    runImport(state, 'refused', '2026-10');
    expect(findLastFailure(state)).toMatchObject({ kind: 'interrupted' });
    runImport(state, 'published', '2026-11');
    expect(findLastFailure(state)).toBeUndefined();
  });

  test('knows the states of the inbox that were refused and never published since', () => {
    using state = makeState();
    const note = (outcome: ImportEnd['outcome'], inbox: string) =>
      finishImport(state, startImport(state), { outcome, inbox });
    note('published', 'one');
    note('refused', 'one');
    note('published', 'two');
    note('refused', 'two');
    note('published', 'two');
    note('failed', 'one');
    expect(['one', 'two', 'three'].filter((inbox) => isRefusedInbox(state, inbox))).toEqual(['one']);
  });

  test('knows the months that were refused and never published since', () => {
    using state = makeState();
    runImport(state, 'refused', '2026-08');
    runImport(state, 'refused', '2026-09');
    runImport(state, 'published', '2026-09');
    runImport(state, 'refused', '2026-10');
    const last = runImport(state, 'refused', '2026-10');
    runImport(state, 'failed', '2026-10');
    runImport(state, 'published', '2026-07');
    const refused = listRefusedMonths(state);
    expect(refused.map((run) => run.month)).toEqual(['2026-10', '2026-08']);
    expect(refused[0]?.id).toBe(last);
  });

  test('is of bounded length', () => {
    using state = makeState();
    const fill = state.sqlite.transaction(() => {
      for (let run = 0; run < 1_200; run++) runImport(state, 'unchanged', '2026-11');
    });
    fill();
    expect(listImports(state, 5_000)).toHaveLength(1_000);
    expect(listImports(state, 1)[0]?.id).toBe(1_200);
  });
});
