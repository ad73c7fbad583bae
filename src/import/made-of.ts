import { stat } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import type { MadeOf } from '../registry/database.ts';
import { isMonth } from './months.ts';
import { listFolder } from './source-folder.ts';

/** What a build of these folders would be made of. Throws ImportFailure for a folder that cannot be read. */
export async function describeSources(folders: readonly string[], lastLearntAt: number): Promise<MadeOf> {
  const files: Record<string, string> = {};
  for (const folder of folders) {
    for (const path of await listFolder(folder)) {
      const { size, mtimeMs } = await stat(path);
      files[`${basename(dirname(path))}/${basename(path)}`] = `${size} ${mtimeMs}`;
    }
  }
  const name = basename(folders[0] ?? '');
  return { month: isMonth(name) ? name : null, files, lastLearntAt };
}

/** A digest of the files alone: the same files at another place have it too. */
export function digestFiles({ files }: MadeOf): string {
  const sorted = Object.entries(files).sort(([one], [other]) => (one < other ? -1 : 1));
  return new Bun.CryptoHasher('sha256').update(JSON.stringify(sorted)).digest('hex').slice(0, 32);
}

/** What of the files is new, changed or gone since a registry was made, by their names. */
export function listChangedFiles(before: MadeOf, now: MadeOf): string[] {
  const names = new Set([...Object.keys(before.files), ...Object.keys(now.files)]);
  return [...names].filter((name) => before.files[name] !== now.files[name]).sort();
}
