import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { crc32 } from 'node:zlib';
import yauzl, { type Entry, type Options, type ZipFile } from 'yauzl';

const openZip = promisify<string, Options, ZipFile>(yauzl.open);

/** One member of a zip, unpacked and checked against its CRC. */
export interface Member {
  readonly zip: string;
  readonly name: string;
  readonly bytes: Buffer;
}

async function unpack(zip: ZipFile, entry: Entry, zipName: string): Promise<Member> {
  const stream = await promisify(zip.openReadStream.bind(zip))(entry);
  if (!stream) throw new Error(`No stream for ${entry.fileName}.`);
  const bytes = await buffer(stream);
  if (crc32(bytes) !== entry.crc32) throw new Error(`${entry.fileName} in ${zipName} has another CRC.`);
  return { zip: zipName, name: entry.fileName, bytes };
}

/** All members of a zip file, in the order of its directory. */
export async function readZip(path: string): Promise<Member[]> {
  const zip = await openZip(path, { lazyEntries: true, autoClose: false });
  const entries: Entry[] = [];
  const ended = new Promise<void>((resolve, reject) => {
    zip.on('error', reject);
    zip.on('end', resolve);
    zip.on('entry', (entry: Entry) => {
      entries.push(entry);
      zip.readEntry();
    });
  });
  zip.readEntry();
  await ended;
  const members: Member[] = [];
  for (const entry of entries) members.push(await unpack(zip, entry, path.slice(path.lastIndexOf('/') + 1)));
  zip.close();
  return members;
}

/** The members of all zips of a folder, and its other files as members of no zip. */
export async function readFolder(folder: string): Promise<Member[]> {
  const members: Member[] = [];
  for (const name of (await readdir(folder)).sort()) {
    const path = join(folder, name);
    if (name.endsWith('.zip')) members.push(...(await readZip(path)));
    else members.push({ zip: '', name, bytes: await readFile(path) });
  }
  return members;
}

const QUOTED_FIELD = /"((?:[^"]|"")*)"([;\n])/gy;

/** The rows of a file whose fields are all quoted, blank lines left out. Throws at the first thing that is no field. */
export function parseRows(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let end = 0;
  const body = text.endsWith('\n\n') ? text.slice(0, -1) : text;
  QUOTED_FIELD.lastIndex = 0;
  for (let match = QUOTED_FIELD.exec(body); match; match = QUOTED_FIELD.exec(body)) {
    row.push((match[1] ?? '').replaceAll('""', '"'));
    if (match[2] === '\n') {
      rows.push(row);
      row = [];
    }
    end = QUOTED_FIELD.lastIndex;
  }
  if (end !== body.length)
    throw new Error(`No quoted field at ${end}: ${JSON.stringify(body.slice(end, end + 40))}`);
  return rows;
}

/** The rows of all members whose names contain a mark, such as `ESTABELE`. */
export function rowsOf(members: readonly Member[], mark: string): string[][] {
  return members
    .filter(({ name }) => name.includes(mark))
    .flatMap(({ bytes }) => parseRows(bytes.toString('latin1')));
}

/** The lines of all members whose names match, their headers left out. */
export function linesOf(members: readonly Member[], form: RegExp): string[] {
  return members
    .filter(({ name }) => form.test(name))
    .flatMap(({ bytes }) => bytes.toString('utf8').split('\n').slice(1, -1));
}

/** A row's fields by the names of their columns; a row cut short has empty fields at its end. */
export function nameFields<Column extends string>(
  row: readonly string[],
  columns: readonly Column[],
): Record<Column, string> {
  const entries = columns.map((column, index) => [column, row[index] ?? ''] as const);
  // Object.fromEntries forgets the names of the keys, which are exactly the columns.
  return Object.fromEntries(entries) as Record<Column, string>;
}
