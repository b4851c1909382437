import { defined, DELETION_STATES, type DeletionState } from '@lethe/contracts';
import { Option, type Command } from 'commander';
import type { CommandContext } from '../command-context.js';
import { wholeNumber } from '../whole-number.js';
import { showJobs } from './show-deletions.js';
import { requestOf, withDeletions, type OfWorkspace } from './with-deletions.js';

interface ListOptions extends OfWorkspace {
  readonly destination?: string;
  readonly status?: DeletionState;
  readonly overdue?: true;
  readonly needsAttention?: true;
  readonly held?: true;
  readonly limit: number;
}

export function addList(deletions: Command, context: CommandContext): void {
  deletions
    .command('list')
    .description('List deletion jobs, newest first.')
    .requiredOption('--workspace <id>', 'workspace')
    .option('--destination <id>', 'only jobs of this destination')
    .addOption(
      new Option('--status <state>', 'only jobs in this state').choices([...DELETION_STATES]),
    )
    .option('--overdue', 'only jobs that are not complete after their deadline')
    .option(
      '--needs-attention',
      'only jobs that failed permanently and were neither retried nor canceled',
    )
    .option('--held', 'only jobs that are on hold')
    .option('--limit <n>', 'maximum number of jobs', wholeNumber(1, 1_000), 100)
    .action(async ({ workspace, destination, limit, ...states }: ListOptions) => {
      const { data, nextCursor } = await withDeletions(
        context,
        { workspace, destination },
        (commands) =>
          commands.listDeletionJobs({
            context: requestOf(workspace),
            limit,
            ...defined({ destinationId: destination, ...states }),
          }),
      );
      context.showEach(data, () => showJobs(data));
      if (nextCursor !== undefined)
        context.note(`There are more jobs than the limit of ${limit}. Use --limit to list more.`);
    });
}
