import { ImportFailure } from '../failure.ts';

/**
 * A portal answers a page with status 200 where the file has gone, and what ends with the connection may end too soon:
 * the first line must look like the file's, and the last one as well.
 */
export async function checkTabmun(path: string): Promise<void> {
  const file = Bun.file(path);
  const readLines = async (from: number, until: number) =>
    new TextDecoder('latin1')
      .decode(await file.slice(from, until).bytes())
      .trimEnd()
      .split('\n');
  const [firstLine = ''] = await readLines(0, 4096);
  if (/[<>]/.test(firstLine) || firstLine.split(';').length < 5) {
    throw new ImportFailure(
      'what came is no TABMUN.CSV: its first line must have five columns separated by `;`',
    );
  }
  const lastLine = (await readLines(Math.max(0, file.size - 4096), file.size)).at(-1) ?? '';
  const columns = lastLine.split(';');
  // What lies abroad has no IBGE code.
  if (
    columns.length !== firstLine.split(';').length ||
    !/^(?:0|\d{7})?$/.test(columns.at(-1)?.trim() ?? '')
  ) {
    throw new ImportFailure('what came of TABMUN.CSV is cut short: its last line is not whole');
  }
}
