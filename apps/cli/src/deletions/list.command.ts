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
    .option('--destination <id>', 'of this destination only')
    .addOption(new Option('--status <state>', 'in this state').choices([...DELETION_STATES]))
    .option('--overdue', 'not done, and past the time by which they have to be')
    .option('--needs-attention', 'failed permanently, and neither retried nor canceled')
    .option('--held', 'on hold until they are released')
    .option('--limit <n>', 'at most so many', wholeNumber(1, 1_000), 100)
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
      if (nextCursor !== undefined) context.note(`There are more than ${limit}: see --limit.`);
    });
}
