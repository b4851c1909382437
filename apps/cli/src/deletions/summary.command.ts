import type { Command } from 'commander';
import type { CommandContext } from '../command-context.js';
import { showSummary } from './show-deletions.js';
import { requestOf, withDeletions, type OfWorkspace } from './with-deletions.js';

export function addSummary(deletions: Command, context: CommandContext): void {
  deletions
    .command('summary')
    .description(
      'Count deletion jobs by destination and state, with the creation time of the oldest.',
    )
    .requiredOption('--workspace <id>', 'workspace')
    .action(async ({ workspace }: OfWorkspace) => {
      const summary = await withDeletions(context, { workspace }, (commands) =>
        commands.summarizeDeletionJobs({ context: requestOf(workspace) }),
      );
      context.show(summary, () => showSummary(summary));
    });
}
