import { closeSync, openSync, rmSync } from 'node:fs';
import { FIELDS } from '../registry/fields.ts';
import { CUMULATIVE_FIELDS } from './cumulative.ts';
import type { MergedField, PlacedRun } from './protocol.ts';
import { type ImportThread, shareOut } from './threads.ts';
import { readWhole } from './whole-io.ts';

const DERIVED_FIELDS: ReadonlySet<number> = new Set(CUMULATIVE_FIELDS.values());
const MERGED_FIELDS = Object.values(FIELDS).filter((field) => !DERIVED_FIELDS.has(field));

/** How many fields there are to merge. */
export const FIELD_COUNT = MERGED_FIELDS.length;

/**
 * Has the postings of every field merged by whichever thread is free, and hands their batches on in the order of the
 * fields, so that the same rows make the same registry whatever thread was the quicker. Temporary files go at the end.
 */
export async function mergeFields(
  threads: readonly ImportThread[],
  runs: readonly PlacedRun[],
  onBatch: (field: number, batch: Uint8Array) => void,
  onField: (done: number) => void,
): Promise<void> {
  await Promise.all(threads.map((thread) => thread.perform({ type: 'mergeRuns', runs }, 'ready')));
  const merged = new Map<number, MergedField>();
  let next = 0;
  let writing = Promise.resolve();
  const writeDue = async (): Promise<void> => {
    for (let due = merged.get(next); due !== undefined; due = merged.get(next)) {
      next++;
      await readBatches(due, onBatch);
      onField(next);
    }
  };
  await shareOut(threads, MERGED_FIELDS, async (thread, field, index) => {
    merged.set(index, await thread.perform({ type: 'merge', field }, 'merged'));
    // The thread goes on with its next field while this one is written.
    writing = writing.then(writeDue);
    // Whatever it fails of is thrown below, once, and is no unhandled rejection until then.
    writing.catch(() => {});
  });
  await writing;
  const paths = [...runs, ...merged.values()].map(({ path }) => path);
  for (const path of new Set(paths)) rmSync(path);
}

async function readBatches(
  { path, lists }: MergedField,
  onBatch: (field: number, batch: Uint8Array) => void,
): Promise<void> {
  const file = openSync(path, 'r');
  let memory = new Uint8Array(0);
  try {
    for (const { field, batches } of lists) {
      for (const { offset, length } of batches) {
        if (length > memory.length) memory = new Uint8Array(length);
        readWhole(file, memory, 0, length, offset);
        onBatch(field, memory.subarray(0, length));
        // A thread that has finished meanwhile gets its next field before the next batch is written.
        await new Promise((resolve) => setImmediate(resolve));
      }
    }
  } finally {
    closeSync(file);
  }
}
