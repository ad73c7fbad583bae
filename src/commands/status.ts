import { resolve } from 'node:path';
import { styleText } from 'node:util';
import { Command, CommanderError } from 'commander';
import packageJson from '../../package.json' with { type: 'json' };
import type { CommandContext } from './context.ts';
import { findNeeds } from './status/findings.ts';
import { readOverview } from './status/overview.ts';
import { type Paint, presentOverview, presentOverviewJson } from './status/present.ts';

/** Colours where standard output is a terminal that wants them. */
const paintOutput: Paint = (look, text) =>
  process.stdout.isTTY === true ? styleText(look, text, { stream: process.stdout }) : text;

const HELP = `
It changes nothing and may run beside the service and an import.
Exit code: 0, or 1 where a problem needs attention; notes alone are 0.

Examples:
  cnpj status
  cnpj status --data /var/lib/cnpj
  cnpj status --json | jq '.attention[] | select(.level == "problem")'
`;

/** `cnpj status`: what is served, who uses it, and what needs attention. */
export function statusCommand(context: CommandContext): Command {
  return new Command('status')
    .description('show the registry, the last import, subscribers, and what needs attention')
    .option('--json', 'as one JSON object')
    .addHelpText('after', HELP)
    .action(async ({ json }: { json?: boolean }) => {
      const nowMs = Date.now();
      const overview = await readOverview(resolve(context.dataDir), nowMs);
      const findings = findNeeds(overview, context.config, nowMs);
      context.out(
        json === true
          ? presentOverviewJson(overview, findings, nowMs, packageJson.version)
          : presentOverview(overview, findings, nowMs, paintOutput),
      );
      const problem = findings.find(({ level }) => level === 'problem');
      if (problem !== undefined) throw new CommanderError(1, 'cnpj.status', problem.what);
    });
}
