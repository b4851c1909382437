import type { Command } from 'commander';
import type { CommandContext } from '../command-context.js';
import { showSummary } from './show-deletions.js';
import { requestOf, withDeletions, type OfWorkspace } from './with-deletions.js';

/** `deletions summary`. */
export function addSummary(deletions: Command, context: CommandContext): void {
  deletions
    .command('summary')
    .description('Count deletion jobs by destination and state, with the age of the oldest.')
    .requiredOption('--workspace <id>', 'workspace')
    .option('--json', 'as a JSON object')
    .action(async ({ workspace, json }: OfWorkspace & { readonly json?: true }) => {
      const summary = await withDeletions(context, { workspace }, (management) =>
        management.summary.execute({ context: requestOf(workspace) }),
      );
      if (json === true) context.print(JSON.stringify(summary));
      else for (const line of showSummary(summary)) context.print(line);
    });
}
