import type { ListDeletionJobsDto } from '@lethe/api/deletions';
import { DELETION_STATES, type DeletionState } from '@lethe/contracts';
import { InvalidArgumentError, Option, type Command } from 'commander';
import type { CommandContext } from '../command-context.js';
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

/** `deletions list`. */
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
    .option('--limit <n>', 'at most so many', parseLimit, 100)
    .action(async ({ workspace, limit, ...options }: ListOptions) => {
      const { destination } = options;
      const { data, nextCursor } = await withDeletions(
        context,
        { workspace, destination },
        (commands) =>
          commands.listDeletionJobs({
            context: requestOf(workspace),
            limit,
            ...filterOf(options),
          }),
      );
      context.showEach(data, () => showJobs(data));
      if (nextCursor !== undefined) context.note(`There are more than ${limit}: see --limit.`);
    });
}

function filterOf({
  destination,
  status,
  overdue,
  needsAttention,
  held,
}: Omit<ListOptions, 'workspace' | 'limit'>): ListDeletionJobsDto {
  return {
    ...(destination === undefined ? {} : { destinationId: destination }),
    ...(status === undefined ? {} : { status }),
    ...(overdue === undefined ? {} : { overdue }),
    ...(needsAttention === undefined ? {} : { needsAttention }),
    ...(held === undefined ? {} : { held }),
  };
}

function parseLimit(text: string): number {
  const limit = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  if (limit >= 1 && limit <= 1_000) return limit;
  throw new InvalidArgumentError('It must be a whole number from 1 to 1000.');
}
