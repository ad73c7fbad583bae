import type { AdditionParts } from './additions.ts';
import type { Oddity } from './oddities.ts';
import type { RootRange } from './ranges.ts';
import type { KnownCodes } from './rows/casts.ts';
import type { SourceFile, SourceKind } from './sources.ts';
import type { Spill, SpillNode } from './spill.ts';
import type { BatchPlace } from './term-file.ts';

/** The kinds of row that are sorted by root and joined; a kind's place in this list is its number on disk. */
export const ROW_KINDS = [
  'companies',
  'establishments',
  'partners',
  'simples',
  'regimes',
  'suframa',
  'stateRegistrations',
] as const satisfies readonly SourceKind[];

/** A kind of row. */
export type RowKind = (typeof ROW_KINDS)[number];

/** Which establishments a registry is limited to; empty lists are no limit. */
export interface Coverage {
  readonly states: readonly string[];
  /** Beginnings of codes of primary activities. */
  readonly activities: readonly string[];
  /** Two-digit codes. */
  readonly statuses: readonly string[];
}

/** A source row that cannot be used. */
export interface Rejection {
  readonly file: string;
  readonly line: number;
  readonly reason: string;
  readonly text: string;
}

/** Where the postings of one field lie in a file. */
export interface RunSection {
  readonly field: number;
  readonly offset: number;
  readonly length: number;
}

/** The postings of one range of roots, in a thread's temporary file. */
export interface Run {
  readonly path: string;
  readonly sections: readonly RunSection[];
}

/** A run and the numbers of its first establishment and partner. */
export interface PlacedRun extends Run {
  readonly firstEstablishment: number;
  readonly firstPartner: number;
}

/** What a thread of the import is asked to do. */
export type Task =
  | { readonly type: 'open'; readonly folder: string; readonly name: string }
  | { readonly type: 'partition'; readonly file: SourceFile }
  | { readonly type: 'partitioned' }
  | {
      readonly type: 'begin';
      readonly spills: readonly Spill[];
      readonly known: KnownCodes;
      readonly lastYear: number;
      readonly coverage: Coverage;
      readonly extractedAt: string;
    }
  | {
      readonly type: 'assemble';
      readonly range: RootRange;
      /** What was learnt upstream of these roots, in CNPJ order. */
      readonly additions: readonly AdditionParts[];
      /** Memory of records that have been written, to be used again; transferred. */
      readonly memory: ArrayBuffer | undefined;
    }
  | { readonly type: 'finish' }
  | { readonly type: 'mergeRuns'; readonly runs: readonly PlacedRun[] }
  | { readonly type: 'merge'; readonly field: number };

/** One range of roots joined: records in CNPJ order, ready to be inserted. */
export interface Assembled {
  readonly type: 'assembled';
  readonly records: Uint8Array<ArrayBuffer>;
  readonly lengths: Uint32Array;
  readonly keys: BigInt64Array;
  /** Two numbers a partner: its company's first establishment within the range, and how many there are. */
  readonly partners: Uint32Array;
  readonly run: Run;
  readonly counts: readonly (readonly [RowKind, number])[];
  readonly oddities: readonly (readonly [Oddity, number])[];
  /** States seen beside municipality codes that the reference does not know. */
  readonly cityStates: readonly (readonly [string, string])[];
}

/** Where the batches of one field's terms lie in a thread's temporary file. */
export interface TermPlaces {
  readonly field: number;
  readonly batches: readonly BatchPlace[];
}

/** The postings of one field merged, and what follows from them. */
export interface MergedField {
  readonly type: 'merged';
  readonly path: string;
  readonly lists: readonly TermPlaces[];
}

/** What a thread of the import answers. */
export type Answer =
  | { readonly type: 'opened' }
  | { readonly type: 'progress'; readonly bytes: number; readonly rows: number }
  | {
      readonly type: 'partitionedFile';
      readonly rows: number;
      readonly rejected: number;
      readonly rejections: readonly Rejection[];
      readonly oddities: readonly (readonly [Oddity, number])[];
    }
  | { readonly type: 'spill'; readonly path: string; readonly nodes: readonly SpillNode[] }
  | { readonly type: 'begun' }
  | Assembled
  | { readonly type: 'finished' }
  | { readonly type: 'ready' }
  | MergedField
  | { readonly type: 'failed'; readonly message: string; readonly known: boolean };

/** Whether a kind of file holds rows that are sorted and joined. */
export function isRowKind(kind: SourceKind): kind is RowKind {
  return ROW_KINDS.some((candidate) => candidate === kind);
}

/** A count of zero for each kind of row. */
export function noRows(): Record<RowKind, number> {
  // One entry a kind is made.
  return Object.fromEntries(ROW_KINDS.map((kind) => [kind, 0])) as Record<RowKind, number>;
}
