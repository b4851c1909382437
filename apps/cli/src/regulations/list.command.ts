import type { ListedRegulationDto } from '@lethe/api/regulations';
import { defined, REGULATION_STATUSES, REGULATION_TYPES } from '@lethe/contracts';
import { Option, type Command } from 'commander';
import { connectApi } from '../api/connect-api.js';
import { listPages } from '../api/list-pages.js';
import type { CommandContext } from '../command-context.js';
import { wholeNumber } from '../whole-number.js';
import { showRegulations } from './show-regulations.js';

const EXAMPLES = `
Examples:
  lethe regulations list --user user-1
  lethe regulations list --status deletion_failed --all --json`;

const LIMIT = 'It must be a whole number, 1 or more.';

/** Options that become query parameters. */
interface Filters {
  readonly user?: string;
  readonly type?: string;
  readonly status?: string;
  readonly canceled?: string;
  readonly overdue?: string;
  readonly dueBefore?: string;
  readonly sort?: string;
  readonly createdAfter?: string;
  readonly createdBefore?: string;
}

interface ListOptions extends Filters {
  readonly limit: number;
  readonly all?: true;
}

export function addList(regulations: Command, context: CommandContext): void {
  const flag = (name: string, text: string) => new Option(name, text).choices(['true', 'false']);
  regulations
    .command('list')
    .description('List regulations, newest first.')
    .option('--user <id>', 'only regulations of this user')
    .addOption(
      new Option('--type <type>', 'only regulations of this type').choices([...REGULATION_TYPES]),
    )
    .addOption(
      new Option('--status <status>', 'only regulations in this state').choices([
        ...REGULATION_STATUSES,
      ]),
    )
    .addOption(
      flag('--canceled <boolean>', 'only canceled regulations (true), or only others (false)'),
    )
    .addOption(
      flag(
        '--overdue <boolean>',
        'only regulations with an overdue deletion (true), or only others (false)',
      ),
    )
    .option('--due-before <time>', 'with a deletion to be done before this time (RFC 3339)')
    .addOption(
      new Option('--sort <order>', 'newest first, or by deadline').choices(['newest', 'due']),
    )
    .option('--created-after <time>', 'created at this time or later (RFC 3339 with a time zone)')
    .option('--created-before <time>', 'created before this time (RFC 3339 with a time zone)')
    .option('--limit <n>', 'maximum number of regulations', wholeNumber(1, Infinity, LIMIT), 100)
    .addOption(new Option('--all', 'all regulations, page by page').conflicts('limit'))
    .addHelpText('after', EXAMPLES)
    .action(async ({ limit, all, ...filters }: ListOptions) => {
      await list(context, filters, all === true ? Infinity : limit);
    });
}

/** Prints page by page, so that memory contains only one page at a time. */
async function list(context: CommandContext, filters: Filters, limit: number): Promise<void> {
  const api = await connectApi(context);
  const pages = listPages<ListedRegulationDto>(api, '/v2/regulations', toQuery(filters), limit);
  let isFurther = false;
  for await (const { shown, isCut } of pages) {
    const options = { isFurther };
    context.showEach(shown, () => showRegulations(shown, options));
    if (isCut) {
      context.note(
        `There are more regulations than the limit of ${limit}. Use --limit or --all to list more.`,
      );
    }
    isFurther = true;
  }
}

function toQuery(filters: Filters): Readonly<Record<string, string>> {
  return defined({
    ...{ user_id: filters.user, regulation_type: filters.type },
    ...{ status: filters.status, canceled: filters.canceled, overdue: filters.overdue },
    ...{ created_after: filters.createdAfter, created_before: filters.createdBefore },
    ...{ due_before: filters.dueBefore, sort: filters.sort },
  });
}
