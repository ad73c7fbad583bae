import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { ImportFailure } from './failure.ts';

/** Files of other people's that may lie in the folder: half a download, notes, lists of checksums. */
const PASSED_OVER = /^\.|\.(part|tmp|json|md|txt|pdf|sqlite|db|db-wal|db-shm)$/i;

/** The paths of a folder's files, in order, without those that are passed over. Throws ImportFailure where it cannot be read. */
export async function listFolder(folder: string): Promise<string[]> {
  let names: string[];
  try {
    names = await readdir(folder);
  } catch {
    throw new ImportFailure(
      `The folder ${folder} cannot be read. Point --from at the folder that holds the zips.`,
    );
  }
  const paths: string[] = [];
  for (const name of names.sort()) {
    const path = join(folder, name);
    if (!PASSED_OVER.test(name) && (await stat(path)).isFile()) paths.push(path);
  }
  return paths;
}
