import type { RegistryFacts } from '../registry/database.ts';
import { changePlaces, hasPrevious, pathOf } from './data-folder.ts';
import { type ImportSubject, monthOf } from './edition.ts';
import { ImportFailure } from './failure.ts';
import type { ImportLock } from './lock.ts';
import { digestFiles } from './made-of.ts';
import { readFacts } from './verify.ts';

/** What changed places. */
export interface Rollback {
  /** What is served now. */
  readonly restored: DatedSubject;
  /** What was served; undefined where it could not be read. */
  readonly refused: ImportSubject | undefined;
}

/** What a registry is of, the day of its data, and when it was imported: two may be of one day. */
type DatedSubject = ImportSubject & Pick<RegistryFacts, 'extractedOn' | 'importedAt'>;

function subjectOf(path: string): DatedSubject | undefined {
  const facts = readFacts(path);
  if (facts === undefined) return undefined;
  const inbox = facts.madeOf && digestFiles(facts.madeOf);
  const { extractedOn, importedAt } = facts;
  return { month: monthOf(facts), inbox, extractedOn, importedAt };
}

/**
 * Puts the registry before back in the place of the one that is served, and that one where it was. `note` is called
 * before anything is changed; what it throws ends it. Throws ImportFailure when there is none, or none that this version
 * can read; then nothing was changed.
 */
export function rollBack({ dataDir }: ImportLock, note: (rollback: Rollback) => void): Rollback {
  if (!hasPrevious(dataDir)) {
    throw new ImportFailure(`${dataDir} has no registry before this one: there is nothing to go back to.`);
  }
  const restored = subjectOf(pathOf(dataDir, 'previous'));
  if (restored === undefined) {
    throw new ImportFailure(
      `${pathOf(dataDir, 'previous')} cannot be read by this version. Import a month again with --from.`,
    );
  }
  const rollback = { restored, refused: subjectOf(pathOf(dataDir, 'registry')) };
  note(rollback);
  changePlaces(dataDir);
  return rollback;
}
