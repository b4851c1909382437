import type { DeletionJobDto } from '@lethe/api/deletions';
import { defined, DELETION_STATES, type DeletionState } from '@lethe/contracts';
import { Option, type Command } from 'commander';
import { connectApi } from '../api/connect-api.js';
import { listPages } from '../api/list-pages.js';
import type { CommandContext } from '../command-context.js';
import { wholeNumber } from '../whole-number.js';
import { requireDestination } from './require-destination.js';
import { showJobs } from './show-deletions.js';

const EXAMPLES = `
Examples:
  lethe deletions list --needs-attention
  lethe deletions list --destination dst_hook --status failed --json`;

/** Options that become query parameters. */
interface Filters {
  readonly destination?: string;
  readonly status?: DeletionState;
  readonly overdue?: true;
  readonly needsAttention?: true;
  readonly held?: true;
  readonly foundAgain?: true;
  readonly dueBefore?: string;
  readonly sort?: 'newest' | 'due';
}

export function addList(deletions: Command, context: CommandContext): void {
  deletions
    .command('list')
    .description('List deletion jobs, newest first or by deadline.')
    .option('--destination <id>', 'only jobs of this destination')
    .addOption(
      new Option('--status <state>', 'only jobs in this state').choices([...DELETION_STATES]),
    )
    .option('--overdue', 'only jobs that are not complete after their deadline')
    .option(
      '--needs-attention',
      'only jobs that failed permanently and were neither retried, canceled nor closed',
    )
    .option('--held', 'only jobs that are on hold')
    .option('--found-again', 'only complete jobs whose data was found again')
    .option('--due-before <time>', 'only jobs to be done whose deadline is before this time')
    .addOption(
      new Option('--sort <order>', 'newest first, or by deadline').choices(['newest', 'due']),
    )
    .option('--limit <n>', 'maximum number of jobs', wholeNumber(1, 1_000), 100)
    .addHelpText('after', EXAMPLES)
    .action(async ({ limit, ...filters }: Filters & { readonly limit: number }) => {
      const api = await connectApi(context);
      const jobs: DeletionJobDto[] = [];
      let hasMore = false;
      const pages = listPages<DeletionJobDto>(api, '/v2/deletion-jobs', toQuery(filters), limit);
      for await (const { shown, isCut } of pages) {
        jobs.push(...shown);
        hasMore = isCut;
      }
      const { destination } = filters;
      if (jobs.length === 0 && destination !== undefined) {
        await requireDestination(api, destination);
      }
      context.showEach(jobs, () => showJobs(jobs));
      if (hasMore)
        context.note(`There are more jobs than the limit of ${limit}. Use --limit to list more.`);
    });
}

function toQuery({
  destination,
  status,
  overdue,
  needsAttention,
  held,
  foundAgain,
  dueBefore,
  sort,
}: Filters): Readonly<Record<string, string>> {
  return defined({
    ...{ destination_id: destination, status },
    ...{ overdue: flag(overdue), needs_attention: flag(needsAttention), held: flag(held) },
    ...{ found_again: flag(foundAgain), due_before: dueBefore, sort },
  });
}

function flag(isGiven: true | undefined): 'true' | undefined {
  return isGiven === true ? 'true' : undefined;
}
