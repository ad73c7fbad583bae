import { statfs } from 'node:fs/promises';
import { totalmem } from 'node:os';
import { constrainedMemory } from 'node:process';
import { ImportFailure } from './failure.ts';
import { type Coverage, isRowKind } from './protocol.ts';
import type { SourceFile } from './sources.ts';

/**
 * What an import takes on the disk, as parts of the bytes that its files of rows unpack to. It takes most when all rows
 * are joined and none of the sorted ones has gone yet. Measured over 100,000 companies of a sample (0.88, 0.82, 0.17),
 * and rounded up.
 */
const SORTED_SHARE = 0.9;
const RECORDS_SHARE = 0.85;
const POSTINGS_SHARE = 0.2;
/** São Paulo, the largest state, has not quite three in ten of all establishments. */
const STATE_SHARE = 0.3;
/** What any import takes, however small. */
const LEAST_DISK_BYTES = 32 << 20;

/** Memory: threads and buffers, whatever the size, and what a large import adds to that. */
const LEAST_MEMORY_BYTES = 384 << 20;
const MOST_MEMORY_BYTES = 1 << 30;

/** What a machine has. */
export interface Machine {
  readonly freeBytes: number;
  readonly memoryBytes: number;
}

/** What an import needs. */
export type Needs = Machine;

/** What an import of these files needs on the disk, beside the registry that is served, and in memory. */
export function estimateNeeds(files: readonly SourceFile[], coverage: Coverage): Needs {
  const bytes = files.reduce((sum, { kind, member }) => sum + (isRowKind(kind) ? member.bytes : 0), 0);
  const states = coverage.states.length;
  const kept = states === 0 ? 1 : Math.min(1, states * STATE_SHARE);
  const share = SORTED_SHARE + kept * (RECORDS_SHARE + POSTINGS_SHARE);
  return {
    freeBytes: LEAST_DISK_BYTES + Math.ceil(bytes * share),
    memoryBytes: Math.min(MOST_MEMORY_BYTES, LEAST_MEMORY_BYTES + bytes),
  };
}

/** What this machine has: space where the data folder is, and memory as far as its container allows. */
async function readMachine(dataDir: string): Promise<Machine> {
  const disk = await statfs(dataDir);
  // Without a limit the number is 0 or beyond all memory, depending on the system.
  const limit = constrainedMemory() || Number.POSITIVE_INFINITY;
  return { freeBytes: disk.bavail * disk.bsize, memoryBytes: Math.min(totalmem(), limit) };
}

function megabytes(bytes: number): string {
  return `${Math.ceil(bytes / 1_000_000).toLocaleString('en')} MB`;
}

/** What a machine lacks for an import, one sentence each. */
export function listShortages(needs: Needs, machine: Machine, dataDir: string): string[] {
  const shortages: string[] = [];
  if (machine.freeBytes < needs.freeBytes) {
    shortages.push(
      `The import takes about ${megabytes(needs.freeBytes)} on the disk of ${dataDir} while it runs, and ${megabytes(machine.freeBytes)} are free.`,
    );
  }
  if (machine.memoryBytes < needs.memoryBytes) {
    shortages.push(
      `The import takes about ${megabytes(needs.memoryBytes)} of memory, and there are ${megabytes(machine.memoryBytes)}.`,
    );
  }
  return shortages;
}

/** Throws ImportFailure, saying what is missing, where disk or memory will not do. */
export async function requireRoom(
  dataDir: string,
  files: readonly SourceFile[],
  coverage: Coverage,
): Promise<void> {
  const shortages = listShortages(estimateNeeds(files, coverage), await readMachine(dataDir), dataDir);
  if (shortages.length === 0) return;
  throw new ImportFailure(
    `${shortages.join(' ')} Make room, import a part of the country (--uf, --cnae, --status), or begin all the same with --ignore-space.`,
    { kind: 'space' },
  );
}
