import { cleanUp, explainDisk, pathOf, publishStaged } from './data-folder.ts';
import type { ImportLock } from './lock.ts';
import { requireRoom } from './requirements.ts';
import { type BuildOptions, type BuildReport, buildRegistry } from './run.ts';
import { findSources } from './sources.ts';
import { verifyRegistry } from './verify.ts';

/** What an import is made of. */
export interface ImportOptions extends Omit<BuildOptions, 'workFolder' | 'stagePath'> {
  /** Publish even what has shrunk by more than a twentieth. */
  readonly allowShrink: boolean;
  /** Begin even where disk or memory seem too small. */
  readonly ignoreSpace: boolean;
}

/** What an import came to. */
export interface ImportReport extends BuildReport {
  /** What would have been refused, had it not been allowed. */
  readonly warnings: readonly string[];
}

/**
 * Builds a registry beside the one that is served, verifies it, and puts it in its place. Whatever goes wrong before
 * that, the registry before is untouched and temporary files are removed. Throws ImportFailure with a message for the
 * operator.
 */
export async function importRegistry(lock: ImportLock, options: ImportOptions): Promise<ImportReport> {
  const { dataDir } = lock;
  const { allowShrink, coverage, events, folders, ignoreSpace } = options;
  try {
    if (!ignoreSpace) await requireRoom(dataDir, await findSources(folders), coverage);
    const stagePath = pathOf(dataDir, 'staged');
    const report = await buildRegistry({ ...options, workFolder: pathOf(dataDir, 'work'), stagePath });
    events.stage('checking', 1);
    const warnings = verifyRegistry(stagePath, pathOf(dataDir, 'registry'), allowShrink);
    events.stageProgress(1);
    publishStaged(dataDir);
    return { ...report, warnings };
  } catch (cause) {
    throw explainDisk(cause, dataDir);
  } finally {
    cleanUp(dataDir);
  }
}
