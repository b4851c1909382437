import type { ListedRegulationDto } from '@lethe/api/regulations';
import { defined, FIXED_LIMITS, REGULATION_STATUSES, REGULATION_TYPES } from '@lethe/contracts';
import { Option, type Command } from 'commander';
import { connectApi } from '../api/connect-api.js';
import { CommandFailure, type CommandContext } from '../command-context.js';
import { wholeNumber } from '../whole-number.js';
import { showRegulations } from './show-regulations.js';

const EXAMPLES = `
Examples:
  npm run lethe -- regulations list --user user-1
  npm run lethe -- regulations list --status deletion_failed --all --json`;

const LIMIT = 'It must be a whole number, 1 or more.';

/** Options that are query parameters, by their names in the API. */
interface Filters {
  readonly user?: string;
  readonly type?: string;
  readonly status?: string;
  readonly canceled?: string;
  readonly overdue?: string;
  readonly createdAfter?: string;
  readonly createdBefore?: string;
}

interface ListOptions extends Filters {
  readonly limit: number;
  readonly all?: true;
}

interface Page {
  readonly data: readonly ListedRegulationDto[];
  readonly paging: { readonly next?: string };
}

export function addList(regulations: Command, context: CommandContext): void {
  const flag = (name: string, text: string) => new Option(name, text).choices(['true', 'false']);
  regulations
    .command('list')
    .description('List regulations, newest first.')
    .option('--user <id>', 'of this user')
    .addOption(new Option('--type <type>', 'of this type').choices([...REGULATION_TYPES]))
    .addOption(new Option('--status <status>', 'that stand so').choices([...REGULATION_STATUSES]))
    .addOption(flag('--canceled <boolean>', 'whether they are canceled'))
    .addOption(flag('--overdue <boolean>', 'whether a deletion is not done past its time'))
    .option('--created-after <time>', 'RFC 3339 with a zone, inclusive')
    .option('--created-before <time>', 'the same, exclusive')
    .option('--limit <n>', 'at most so many', wholeNumber(1, Infinity, LIMIT), 100)
    .addOption(new Option('--all', 'all of them, page by page').conflicts('limit'))
    .addHelpText('after', EXAMPLES)
    .action(async ({ limit, all, ...filters }: ListOptions) => {
      await list(context, filters, all === true ? Infinity : limit);
    });
}

/** Page by page, so that a list of any length takes the memory of one. */
async function list(context: CommandContext, filters: Filters, limit: number): Promise<void> {
  const api = await connectApi(context);
  let left = limit;
  let path: string | undefined = firstPage(filters, Math.min(limit, FIXED_LIMITS.pageSize));
  for (let isFurther = false; path !== undefined; isFurther = true) {
    const { data, paging }: Page = await api.json<Page>({ method: 'GET', path });
    const shown = data.slice(0, left);
    left -= shown.length;
    context.showEach(shown, () => showRegulations(shown, { isFurther }));
    if (left === 0 && (paging.next !== undefined || shown.length < data.length)) {
      context.note(`There are more than ${limit}: see --limit and --all.`);
    }
    path = left === 0 ? undefined : nextPage(paging.next);
  }
}

function firstPage(filters: Filters, limit: number): string {
  const query = defined({
    ...{ limit: String(limit), user_id: filters.user, regulation_type: filters.type },
    ...{ status: filters.status, canceled: filters.canceled, overdue: filters.overdue },
    ...{ created_after: filters.createdAfter, created_before: filters.createdBefore },
  });
  return `/v2/regulations?${new URLSearchParams(query).toString()}`;
}

/** @throws CommandFailure for a path that leads elsewhere */
function nextPage(next: string | undefined): string | undefined {
  if (next === undefined || next.startsWith('/v2/regulations?')) return next;
  throw new CommandFailure('The API answers with a next page that is none. Check LETHE_URL.');
}
