import { join } from 'node:path';
import { type AssemblySettings, assembleRange } from './assemble.ts';
import { CUMULATIVE_FIELDS, CumulativeTerms } from './cumulative.ts';
import { ImportFailure } from './failure.ts';
import { type MergedTerm, mergeField } from './merge.ts';
import { partitionFile } from './partition.ts';
import { type Answer, isRowKind, type Task } from './protocol.ts';
import { SpillWriter } from './spill.ts';
import { packTerms } from './term-batch.ts';

/** A thread of the import: it reads files into a spill, joins ranges of roots, merges postings, as it is told. */

/** How many bytes of postings go to the main thread at once. */
const BATCH_BYTES = 1 << 20;
const BATCH_TERMS = 4096;

// `self` in a worker is the worker's own scope, which the compiler's library for the main thread does not describe.
const scope = globalThis as unknown as {
  onmessage: ((event: MessageEvent<Task>) => void) | null;
  postMessage(answer: Answer, transfer?: ArrayBufferLike[]): void;
};

let folder = '';
let name = '';
let ranges = 0;
let spill: SpillWriter | undefined;
let settings: AssemblySettings | undefined;

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
      settings = task;
      return scope.postMessage({ type: 'begun' });
    case 'assemble': {
      if (settings === undefined) throw new Error('Ranges are assembled before the settings are known.');
      const assembled = assembleRange(
        settings,
        task.range,
        task.additions,
        join(folder, `${name}-${ranges++}.postings`),
      );
      const { records, lengths, keys, partners } = assembled;
      return scope.postMessage(assembled, [records.buffer, lengths.buffer, keys.buffer, partners.buffer]);
    }
    case 'merge':
      mergeInBatches(task.runs, task.field);
      return scope.postMessage({ type: 'merged' });
  }
}

/** Posts terms of one field, many at a time. */
class TermPost {
  private terms: MergedTerm[] = [];
  private bytes = 0;

  constructor(private readonly field: number) {}

  add(term: MergedTerm): void {
    this.terms.push(term);
    this.bytes += term.numbers?.length ?? 0;
    for (const chunk of term.chunks) this.bytes += chunk.numbers.length;
    if (this.bytes > BATCH_BYTES || this.terms.length === BATCH_TERMS) this.flush();
  }

  flush(): void {
    const batch = packTerms(this.field, this.terms);
    scope.postMessage({ type: 'terms', batch }, [batch.bytes.buffer]);
    this.terms = [];
    this.bytes = 0;
  }
}

function mergeInBatches(runs: Extract<Task, { type: 'merge' }>['runs'], field: number): void {
  const post = new TermPost(field);
  const cumulativeField = CUMULATIVE_FIELDS.get(field);
  const cumulativePost = cumulativeField === undefined ? undefined : new TermPost(cumulativeField);
  const cumulative = new CumulativeTerms();
  for (const term of mergeField(runs, field)) {
    post.add(term);
    cumulativePost?.add(cumulative.add(term));
  }
  post.flush();
  cumulativePost?.flush();
}

scope.onmessage = ({ data }) => {
  perform(data).catch((cause: unknown) => {
    const known = cause instanceof ImportFailure;
    const message =
      cause instanceof Error ? (known ? cause.message : (cause.stack ?? cause.message)) : String(cause);
    scope.postMessage({ type: 'failed', message, known });
  });
};
