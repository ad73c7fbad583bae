import { randomBytes } from 'node:crypto';
import { MONTH_ZIPS } from '../../src/import/months.ts';
import type { WebdavServer } from './webdav-server.ts';
import { writeZip } from './zip-writer.ts';

/** How a published month differs from a right one. */
export interface MonthOptions {
  /** The folder of the share that holds the months. */
  readonly folder?: string;
  /** The mark in the members' names. */
  readonly mark?: string;
  readonly without?: readonly string[];
}

/** A zip with one dated member of random text: nothing in it compresses, so that its size is about `length`. */
export function makeZip(name: string, mark = 'D60808', length = 200): Buffer {
  return writeZip([{ name: `K3241.${name.replace('.zip', '')}.${mark}.CSV`, contents: randomBytes(length) }]);
}

/** Publishes the 37 zips of a month, Empresas0 large enough to be interrupted, and returns them by name. */
export function publishMonth(
  server: WebdavServer,
  month: string,
  options: MonthOptions = {},
): Map<string, Buffer> {
  const { folder = '', mark, without = [] } = options;
  const published = new Map<string, Buffer>();
  for (const name of MONTH_ZIPS.filter((zip) => !without.includes(zip))) {
    const bytes = makeZip(name, mark, name === 'Empresas0.zip' ? 300_000 : 200);
    server.publish(`${folder}${month}/${name}`, bytes);
    published.set(name, bytes);
  }
  return published;
}
