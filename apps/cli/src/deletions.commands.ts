import { CATALOG_SCHEMA, CatalogReader } from '@lethe/catalog';
import {
  DELETION_STATES,
  LetheError,
  type CommandContext as RequestContext,
  type DeletionJobRecord,
  type DeletionState,
  type DeletionSummary,
} from '@lethe/contracts';
import type { DatabaseConnection } from '@lethe/database';
import type { DeletionManagement } from '@lethe/regulation';
import { InvalidArgumentError, Option, type Command } from 'commander';
import { kafkaConfig } from './cli.config.js';
import { CommandFailure, type CommandContext } from './command-context.js';
import { formatTable } from './format-table.js';
import { withDatabase } from './open-database.js';

/** Milliseconds for one call; a retry is made of many. */
const DEADLINE_MS = 60_000;
const RETRIES_AT_ONCE = 1_000;

interface OfWorkspace {
  readonly workspace: string;
}

interface ListOptions extends OfWorkspace {
  readonly destination?: string;
  readonly status?: DeletionState;
  readonly overdue?: true;
  readonly held?: true;
  readonly limit: number;
  readonly json?: true;
}

interface RetryOptions extends OfWorkspace {
  readonly destination?: string;
  readonly regulation?: string;
}

interface ReleaseOptions extends Partial<OfWorkspace> {
  readonly destination?: string;
  readonly all?: true;
}

const RELEASE_NOTES = `
Jobs are held that were ordered before this version, and those that a restore of the database brought back: they
delete only after somebody has looked at them. Look with "deletions list --held" first; cancel what must not happen.

Examples:
  npm run lethe -- deletions release --workspace ws_demo --destination dst_hook
  npm run lethe -- deletions release --all`;

/** `deletions list`, `summary`, `retry`, `pause`, `resume`, `release`. */
export function addDeletionsCommands(program: Command, context: CommandContext): void {
  const deletions = program
    .command('deletions')
    .helpCommand(false)
    .description('See where deletions stand, and do something about those that are stuck.');
  addList(deletions, context);
  addSummary(deletions, context);
  addRetry(deletions, context);
  addPauses(deletions, context);
  addRelease(deletions, context);
}

function addList(deletions: Command, context: CommandContext): void {
  deletions
    .command('list')
    .description('List deletion jobs, newest first.')
    .requiredOption('--workspace <id>', 'workspace')
    .option('--destination <id>', 'of this destination only')
    .addOption(new Option('--status <state>', 'in this state').choices([...DELETION_STATES]))
    .option('--overdue', 'open, and past the time by which they have to be done')
    .option('--held', 'that wait to be released')
    .option('--limit <n>', 'at most so many', parseLimit, 100)
    .option('--json', 'a JSON object for each, on a line of its own')
    .action(async ({ workspace, limit, json, ...options }: ListOptions) => {
      const { data, nextCursor } = await withDeletions(context, (management) =>
        management.list.execute({
          context: requestOf(workspace),
          limit,
          filter: filterOf(options),
        }),
      );
      if (json === true) for (const job of data) context.print(JSON.stringify(job));
      else for (const line of formatTable([JOB_HEADER, ...data.map(toJobRow)])) context.print(line);
      if (nextCursor !== undefined) context.note(`There are more than ${limit}: see --limit.`);
    });
}

function addSummary(deletions: Command, context: CommandContext): void {
  deletions
    .command('summary')
    .description('Count deletion jobs by destination and state, with the age of the oldest.')
    .requiredOption('--workspace <id>', 'workspace')
    .option('--json', 'as a JSON object')
    .action(async ({ workspace, json }: OfWorkspace & { readonly json?: true }) => {
      const summary = await withDeletions(context, (management) =>
        management.summary.execute({ context: requestOf(workspace) }),
      );
      if (json === true) context.print(JSON.stringify(summary));
      else {
        for (const line of formatTable([SUMMARY_HEADER, ...toSummaryRows(summary)])) {
          context.print(line);
        }
      }
    });
}

function addRetry(deletions: Command, context: CommandContext): void {
  deletions
    .command('retry')
    .description('Try aborted jobs anew: all, those of a destination, or one regulation.')
    .requiredOption('--workspace <id>', 'workspace')
    .option('--destination <id>', 'jobs of this destination only')
    .addOption(
      new Option('--regulation <id>', 'the user of this one only').conflicts('destination'),
    )
    .action(({ workspace, destination, regulation }: RetryOptions) =>
      withDeletions(context, async (management) => {
        if (regulation !== undefined) {
          const command = { context: requestOf(workspace), id: regulation };
          const { jobs, leftOut } = await management.retryRegulation
            .execute(command)
            .catch(explain);
          for (const { destinationId, reason } of leftOut)
            context.note(`${destinationId}: ${reason}`);
          context.print(`${count(jobs, 'new job')}.`);
          return;
        }
        await retryAll(context, management, workspace, destination);
      }),
    );
}

/** Batch by batch, until nothing is left or Ctrl-C. */
async function retryAll(
  context: CommandContext,
  management: DeletionManagement,
  workspace: string,
  destination: string | undefined,
): Promise<void> {
  const signal = context.untilInterrupted();
  let jobs = 0;
  let users = 0;
  const leftOut = new Map<string, string>();
  const createdBefore = new Date().toISOString(); // what is aborted again meanwhile is not tried for ever
  for (let more = true; more && !signal.aborted;) {
    const command = {
      context: requestOf(workspace),
      filter: {
        createdBefore,
        ...(destination === undefined ? {} : { destinationId: destination }),
      },
      limit: RETRIES_AT_ONCE,
    };
    const result = await management.retry.execute(command).catch(explain);
    jobs += result.jobs;
    users += result.users;
    ({ more } = result);
    for (const { destinationId, reason } of result.leftOut) leftOut.set(destinationId, reason);
    if (more) context.note(`${count(jobs, 'new job')} so far.`);
  }
  for (const [destinationId, reason] of leftOut) context.note(`${destinationId}: ${reason}`);
  context.print(`${count(jobs, 'new job')} with ${count(users, 'user')}.`);
}

function addPauses(deletions: Command, context: CommandContext): void {
  for (const [name, paused, description, done] of [
    ['pause', true, 'Offer no job of a destination until it is resumed.', 'paused'],
    ['resume', false, 'Go on with the deletions of a destination, at once.', 'resumed'],
  ] as const) {
    deletions
      .command(name)
      .description(description)
      .requiredOption('--workspace <id>', 'workspace')
      .requiredOption('--destination <id>', 'destination')
      .action(
        async ({ workspace, destination }: OfWorkspace & { readonly destination: string }) => {
          const command = { context: requestOf(workspace), destinationId: destination, paused };
          await withDeletions(context, (management) =>
            management.pause.execute(command).catch((error: unknown) => {
              throw isNotFound(error)
                ? new CommandFailure(
                    `Workspace "${workspace}" has no destination "${destination}".`,
                  )
                : (error as Error);
            }),
          );
          context.print(`The deletions of "${destination}" are ${done}.`);
        },
      );
  }
}

function addRelease(deletions: Command, context: CommandContext): void {
  deletions
    .command('release')
    .summary('Let held jobs be carried out.')
    .description('Let workers have the jobs that are held after an upgrade or a restore.')
    .option('--workspace <id>', 'those of this workspace')
    .option('--destination <id>', 'those of this destination of the workspace')
    .addOption(
      new Option('--all', 'those of every workspace').conflicts(['workspace', 'destination']),
    )
    .addHelpText('after', RELEASE_NOTES)
    .action(async ({ workspace, destination, all }: ReleaseOptions, command: Command) => {
      if (workspace === undefined && all === undefined) {
        command.error("error: either '--workspace' or '--all' is needed");
      }
      const { releaseHeldJobs } = await import('@lethe/regulation');
      const filter = {
        ...(workspace === undefined ? {} : { workspaceId: workspace }),
        ...(destination === undefined ? {} : { destinationId: destination }),
      };
      const { released, left } = await withDeletions(context, (_management, database) =>
        releaseHeldJobs(database, filter, (soFar) => {
          context.note(`${count(soFar, 'job')} released so far.`);
        }),
      );
      context.print(`${count(released, 'job')} released.`);
      if (left > 0) {
        throw new CommandFailure(
          `${count(left, 'job')} could not be released, as something else has them locked. Run the command again.`,
        );
      }
    });
}

/** Runs work on the deletions of the database. The whole service takes a second to load. */
async function withDeletions<T>(
  context: CommandContext,
  work: (management: DeletionManagement, database: DatabaseConnection) => Promise<T>,
): Promise<T> {
  const { DeletionManagement, REGULATION_SCHEMA, RegulationEvents } =
    await import('@lethe/regulation');
  const { LETHE_TOPIC_PREFIX: topicPrefix } = kafkaConfig(context.environment);
  return withDatabase(context, [REGULATION_SCHEMA, CATALOG_SCHEMA], (database) => {
    const management = new DeletionManagement({
      databases: { commands: database, reads: database },
      catalog: new CatalogReader(database),
      events: new RegulationEvents(topicPrefix),
      afterCommit: () => undefined, // the relay looks by itself
    });
    return work(management, database);
  });
}

function requestOf(workspaceId: string): RequestContext {
  const deadline = Date.now() + DEADLINE_MS;
  return { requestId: 'lethe-cli', deadline, workspaceId, actor: 'command line' };
}

function filterOf({
  destination,
  status,
  overdue,
  held,
}: Omit<ListOptions, 'workspace' | 'limit' | 'json'>) {
  return {
    ...(destination === undefined ? {} : { destinationId: destination }),
    ...(status === undefined ? {} : { status }),
    ...(overdue === undefined ? {} : { overdue }),
    ...(held === undefined ? {} : { held }),
  };
}

const JOB_HEADER = ['JOB', 'DESTINATION', 'STATE', 'FAILED', 'USERS', 'CREATED', 'DUE', 'REASON'];

function toJobRow(job: DeletionJobRecord): string[] {
  return [
    job.id,
    job.destinationId,
    job.held ? `${job.status}, held` : job.status,
    String(job.attempts),
    String(job.users),
    minute(job.createdAt),
    minute(job.dueAt),
    (job.reason ?? '').replace(/\s+/g, ' ').slice(0, 120),
  ];
}

const SUMMARY_HEADER = ['DESTINATION', 'TYPE', 'STATE', 'JOBS', 'OLDEST', 'NOTE'];

function toSummaryRows({ destinations }: DeletionSummary): string[][] {
  return destinations.flatMap((destination) => {
    const { destinationId, destinationType, held, overdue, pausedAt, delayedUntil } = destination;
    const notes = [
      ...(pausedAt === undefined ? [] : [`paused since ${minute(pausedAt)}`]),
      ...(delayedUntil === undefined ? [] : [`left alone until ${minute(delayedUntil)}`]),
      ...(held === 0 ? [] : [`${held} held`]),
      ...(overdue === 0 ? [] : [`${overdue} overdue`]),
    ].join(', ');
    const rows = DELETION_STATES.flatMap((state) => {
      const counted = destination.states[state];
      return counted === undefined
        ? []
        : [[state, String(counted.jobs), minute(counted.oldestCreatedAt)]];
    });
    if (rows.length === 0) return [[destinationId, destinationType, '-', '0', '-', notes]];
    return rows.map((row, index) =>
      index === 0 ? [destinationId, destinationType, ...row, notes] : ['', '', ...row, ''],
    );
  });
}

function minute(time: string | undefined): string {
  return time === undefined ? '-' : time.slice(0, 16).replace('T', ' ');
}

function count(n: number, what: string): string {
  return `${n} ${what}${n === 1 ? '' : 's'}`;
}

function isNotFound(error: unknown): boolean {
  return error instanceof LetheError && error.code === 'not_found';
}

/** What the API answers with a status is a line for the person at the terminal. */
function explain(error: unknown): never {
  if (isNotFound(error)) throw new CommandFailure('There is no such regulation in this workspace.');
  const isSaid =
    error instanceof LetheError && ['conflict', 'invalid_request'].includes(error.code);
  throw isSaid ? new CommandFailure(error.message) : (error as Error);
}

function parseLimit(text: string): number {
  const limit = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  if (limit >= 1 && limit <= 1_000) return limit;
  throw new InvalidArgumentError('It must be a whole number from 1 to 1000.');
}
