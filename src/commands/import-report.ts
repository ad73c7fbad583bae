import { ODDITIES } from '../import/oddities.ts';
import type { ImportReport } from '../import/publish.ts';

/** What a finished import tells: rows of each kind, oddities, rows set aside, how fast. */
export function writeReport(report: ImportReport, seconds: number, out: (text: string) => void): void {
  const rows = Object.values(report.rows).reduce((sum, count) => sum + count, 0);
  out(`\nThe registry of ${report.extractedOn} is in place.\n`);
  for (const [kind, count] of Object.entries(report.rows)) out(`  ${kind}: ${count}\n`);
  for (const [oddity, count] of Object.entries(report.oddities)) {
    out(`  ${count} ${ODDITIES[oddity as keyof typeof ODDITIES]}\n`); // the report's keys are oddities
  }
  if (report.rejected > 0)
    out(`  ${report.rejected} rows set aside as unusable: see the table rejected_row\n`);
  for (const warning of report.warnings) out(`  Allowed by --allow-shrink: ${warning}\n`);
  out(`${rows} rows in ${seconds.toFixed(1)} s, ${Math.round(rows / seconds)} rows/s\n`);
}
