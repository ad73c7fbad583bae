import { join } from 'node:path';
import { RangeAssembler } from './assemble.ts';
import { CUMULATIVE_FIELDS, CumulativeTerms } from './cumulative.ts';
import { ImportFailure } from './failure.ts';
import { PostingsMerger } from './merge.ts';
import { partitionFile } from './partition.ts';
import { type Answer, isRowKind, type Task, type TermPlaces } from './protocol.ts';
import { SpillWriter } from './spill.ts';
import { TermFile } from './term-file.ts';

/** A thread of the import: it reads files into a spill, joins ranges of roots, merges postings, as it is told. */

// `self` in a worker is the worker's own scope, which the compiler's library for the main thread does not describe.
const scope = globalThis as unknown as {
  onmessage: ((event: MessageEvent<Task>) => void) | null;
  postMessage(answer: Answer, transfer?: ArrayBufferLike[]): void;
};

let folder = '';
let name = '';
let spill: SpillWriter | undefined;
let assembler: RangeAssembler | undefined;
let merger: PostingsMerger | undefined;
let terms: TermFile | undefined;

/** What a step held, a hundred megabytes, would otherwise lie there all through the next. */
function dropGarbage(): void {
  Bun.gc(true);
}

async function perform(task: Task): Promise<void> {
  switch (task.type) {
    case 'open':
      folder = task.folder;
      name = task.name;
      spill = new SpillWriter(join(folder, `${name}.rows`));
      return scope.postMessage({ type: 'opened' });
    case 'partition': {
      const { kind, member } = task.file;
      if (!isRowKind(kind) || spill === undefined) throw new Error(`There is no sorting of ${kind}.`);
      const result = await partitionFile({ kind, member }, spill, (bytes, rows) =>
        scope.postMessage({ type: 'progress', bytes, rows }),
      );
      return scope.postMessage({ type: 'partitionedFile', ...result });
    }
    case 'partitioned': {
      const nodes = spill?.finish() ?? [];
      spill = undefined;
      return scope.postMessage({ type: 'spill', path: join(folder, `${name}.rows`), nodes });
    }
    case 'begin':
      dropGarbage();
      assembler = new RangeAssembler(task, join(folder, `${name}.postings`));
      return scope.postMessage({ type: 'begun' });
    case 'assemble': {
      if (assembler === undefined) throw new Error('Ranges are assembled before the settings are known.');
      const assembled = assembler.assemble(task.range, task.additions, task.memory);
      const { records, lengths, keys, partners } = assembled;
      return scope.postMessage(assembled, [records.buffer, lengths.buffer, keys.buffer, partners.buffer]);
    }
    case 'finish':
      assembler?.close();
      assembler = undefined;
      return scope.postMessage({ type: 'finished' });
    case 'mergeRuns':
      dropGarbage();
      merger = new PostingsMerger(task.runs);
      terms = new TermFile(join(folder, `${name}.terms`));
      return scope.postMessage({ type: 'ready' });
    case 'merge': {
      if (merger === undefined || terms === undefined) {
        throw new Error('Postings are merged before the runs are known.');
      }
      const lists = mergeField(merger, terms, task.field);
      return scope.postMessage({ type: 'merged', path: terms.path, lists });
    }
  }
}

/** Merges one field, and beside the years of a date all until each year. */
function mergeField(source: PostingsMerger, file: TermFile, field: number): TermPlaces[] {
  const terms = file.begin();
  const cumulativeField = CUMULATIVE_FIELDS.get(field);
  if (cumulativeField === undefined) {
    for (const term of source.merge(field)) terms.add(term);
    return [{ field, batches: terms.finish() }];
  }
  const cumulative = new CumulativeTerms();
  const untilTerms = file.begin();
  for (const term of source.merge(field)) {
    terms.add(term);
    untilTerms.add(cumulative.add(term));
  }
  return [
    { field, batches: terms.finish() },
    { field: cumulativeField, batches: untilTerms.finish() },
  ];
}

scope.onmessage = ({ data }) => {
  perform(data).catch((cause: unknown) => {
    const known = cause instanceof ImportFailure;
    const message =
      cause instanceof Error ? (known ? cause.message : (cause.stack ?? cause.message)) : String(cause);
    scope.postMessage({ type: 'failed', message, known });
  });
};
