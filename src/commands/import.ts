import { Command, CommanderError } from 'commander';
import { WHOLE_COUNTRY } from '../import/coverage.ts';
import { ImportFailure } from '../import/failure.ts';
import { ODDITIES } from '../import/oddities.ts';
import { importRegistry } from '../import/publish.ts';
import type { BuildReport } from '../import/run.ts';
import type { CommandContext } from './context.ts';
import { showProgress } from './import-progress.ts';

/** What a finished import tells: rows of each kind, oddities, rows set aside, how fast. */
function writeReport(report: BuildReport, seconds: number, out: (text: string) => void): void {
  const rows = Object.values(report.rows).reduce((sum, count) => sum + count, 0);
  out(`\nThe registry of ${report.extractedOn} is in place.\n`);
  for (const [kind, count] of Object.entries(report.rows)) out(`  ${kind}: ${count}\n`);
  for (const [oddity, count] of Object.entries(report.oddities)) {
    out(`  ${count} ${ODDITIES[oddity as keyof typeof ODDITIES]}\n`); // the report's keys are oddities
  }
  if (report.rejected > 0)
    out(`  ${report.rejected} rows set aside as unusable: see the table rejected_row\n`);
  out(`${rows} rows in ${seconds.toFixed(1)} s, ${Math.round(rows / seconds)} rows/s\n`);
}

/** `cnpj import`: builds a registry from the Receita's files and puts it in place. */
export function importCommand(context: CommandContext): Command {
  return new Command('import')
    .description(
      "build a registry from the Receita's files and put it in the place of the one that is served",
    )
    .requiredOption('--from <folder>', 'folder of the zips, the municipality table and your own CSVs')
    .option('--allow-shrink', 'publish even if the registry has shrunk by more than 5 %')
    .addHelpText('after', '\nExample:\n  cnpj import --from data/inbox/2026-08\n')
    .action(async (flags: { from: string; allowShrink?: boolean }) => {
      const startedMs = performance.now();
      const progress = showProgress(process.stderr.isTTY === true, context.err);
      try {
        const report = await importRegistry({
          dataDir: context.dataDir,
          folders: [flags.from],
          coverage: WHOLE_COUNTRY,
          events: progress,
          allowShrink: flags.allowShrink === true,
        });
        progress.stop();
        writeReport(report, (performance.now() - startedMs) / 1000, context.out);
      } catch (cause) {
        progress.stop();
        if (!(cause instanceof ImportFailure)) throw cause;
        context.err(`The import failed, and nothing was changed: ${cause.message}\n`);
        throw new CommanderError(1, 'cnpj.import', cause.message);
      }
    });
}
