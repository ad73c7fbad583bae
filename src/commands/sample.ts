import { Command, CommanderError, InvalidArgumentError } from 'commander';
import type { CommandContext } from './context.ts';

function wholeNumber(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('It must be a whole number.');
  return Number(text);
}

function folderName(text: string): string {
  if (text.trim() === '') throw new InvalidArgumentError('It must be a folder.');
  return text;
}

/** Rows without those that say another's again, whole or cut short. */
function countOnce(
  rows: number,
  repeats: { readonly repeatedRow: number; readonly shortRow: number },
): number {
  return rows - repeats.repeatedRow - repeats.shortRow;
}

/** `cnpj sample`: writes an invented registry in the Receita's own layout. */
export function sampleCommand(context: CommandContext): Command {
  return new Command('sample')
    .description("write invented companies in the Receita's own files, to try everything on")
    .requiredOption('--companies <n>', 'how many companies', wholeNumber)
    .requiredOption('--out <folder>', 'a folder without zips or CSVs', folderName)
    .option('--seed <n>', 'another seed gives other companies; the same, the same bytes', wholeNumber, 1)
    .addHelpText('after', '\nExample:\n  cnpj sample --companies 20000 --out data/sample\n')
    .action(async (flags: { companies: number; out: string; seed: number }) => {
      // Loaded only here: the word lists cost every other start 30 ms.
      const { generateSample } = await import('../sample/generate.ts');
      try {
        const counts = await generateSample({
          companies: flags.companies,
          folder: flags.out,
          seed: flags.seed,
        });
        const { quirks } = counts;
        const companies = countOnce(counts.companies, quirks.companies);
        const establishments = countOnce(counts.establishments, quirks.establishments);
        const partners = countOnce(counts.partners, quirks.partners);
        context.out(
          `${flags.out} has ${companies} companies, ${establishments} establishments, ${partners} partners.\n`,
        );
      } catch (cause) {
        const message = cause instanceof Error ? cause.message : String(cause);
        context.err(`${message}\n`);
        throw new CommanderError(cause instanceof RangeError ? 2 : 1, 'cnpj.sample', message);
      }
    });
}
