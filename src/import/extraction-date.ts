import { basename } from 'node:path';
import { ImportFailure } from './failure.ts';
import type { SourceFile, SourceKind } from './sources.ts';

/** `Dymmdd` between dots, as in `K3241.K03200Y0.D60808.EMPRECSV` and `F.K03200$W.SIMPLES.CSV.D60808`. */
const DATE_MARK = /(?:^|\.)D(\d)(\d{2})(\d{2})(?=\.|$)/i;

/**
 * The day of the Receita's extraction as YYYY-MM-DD, read from the name of a zip's member (`D60808` → `2026-08-08`),
 * or undefined when the name carries none: others republish the files with plain names. The mark has only the last
 * digit of the year, so the nearest year that is not after the one of `today` is meant.
 */
export function extractionDateOf(memberName: string, today: Date = new Date()): string | undefined {
  const mark = DATE_MARK.exec(memberName);
  if (!mark) return undefined;
  const [, yearDigit, month, day] = mark;
  const thisYear = today.getUTCFullYear();
  const year = thisYear - ((((thisYear - Number(yearDigit)) % 10) + 10) % 10);
  const date = `${year}-${month}-${day}`;
  const parsed = new Date(`${date}T00:00:00Z`);
  // A day that no calendar has either fails to parse or rolls over into the next month.
  const exists = !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(date);
  return exists ? date : undefined;
}

/** The kinds that must be of one extraction: a table of codes may be an earlier month's, lent where one lacks it. */
const DATED_KINDS: ReadonlySet<SourceKind> = new Set(['companies', 'establishments', 'partners', 'simples']);

/**
 * The day of the extraction, which all files of rows carry alike. Without any dated member it is unknown.
 * Throws ImportFailure when months are mixed, naming a file of each.
 */
export function agreeOnDate(files: readonly SourceFile[]): string | undefined {
  const byDate = new Map<string, string>();
  for (const { kind, member } of files) {
    if (!DATED_KINDS.has(kind)) continue;
    const date = extractionDateOf(basename(member.name));
    if (date !== undefined && !byDate.has(date)) byDate.set(date, basename(member.path));
  }
  if (byDate.size > 1) {
    const places = [...byDate].map(([date, file]) => `${file} is of ${date}`).join(', ');
    throw new ImportFailure(
      `The files are of different months: ${places}. Keep the files of one month in a folder.`,
    );
  }
  return [...byDate.keys()][0];
}
