import type { RetryDeletionJobs, RetryDeletionsDto, RetryResultDto } from '@lethe/api/deletions';
import { DetailsCollector, FIXED_LIMITS } from '@lethe/contracts';
import type { Statements } from '@lethe/database';
import { atMost, inPortions, type PortionLimit } from '../../database/in-portions.js';
import { SCHEMA } from '../../database/schema-name.js';
import { wakeQueues } from '../queues/wake-queues.js';
import { needsAttention } from '../../record/overdue.js';
import { showId } from '../../record/show-id.js';
import { DESTINATION_DELETED, OTHER_TYPE } from './other-type.js';
import { retryBatch } from './retry-batch.js';
import type { ServiceParts } from '../../service-parts.js';

const SOME_PURGED =
  'The identifiers of some users were purged, so the destination cannot find these users. Create new regulations for them.';

/**
 * Maximum number of jobs, and of their users, in one transaction. The number of users is limited
 * because the transaction writes a fact for each user.
 */
const BATCH: readonly PortionLimit<Candidate>[] = [
  atMost(100),
  { most: 5_000, sizeOf: ({ users }) => users },
];
/** No further batch begins when fewer milliseconds are left until the deadline of the command. */
const RESERVE_MS = 5_000;

interface Candidate {
  readonly id: string;
  readonly users: number;
}

type Queries = Pick<Statements, 'query'>;

interface Target {
  readonly id: string;
  readonly type: string;
}

const IN_FILTER = `workspace_id = $1 and destination_id = target.id
                 and created_at >= $4::timestamptz and created_at < $5::timestamptz`;
/**
 * SQL condition for jobs to retry. It excludes a job if an earlier retry has taken all users that
 * could be retried.
 */
const RETRYABLE = `${IN_FILTER} and ${needsAttention('j')} and unretryable_at is null`;

/**
 * SQL condition: the destination was recreated with another type, and still has jobs of the earlier
 * type. The oldest job shows this, because jobs of the earlier type are older than all jobs of the
 * present type.
 */
const WAS_RECREATED = `(
  select destination_type from ${SCHEMA}.deletion_jobs j
   where ${RETRYABLE} order by created_at, id limit 1) <> target.type`;

const HAS_PURGED = `exists (
  select from ${SCHEMA}.deletion_jobs j
   where ${IN_FILTER} and ${needsAttention('j')} and unretryable_at is not null)`;

/**
 * Retries jobs that failed permanently, beginning with the oldest. Can be repeated, because it
 * skips jobs that were already retried.
 *
 * @throws LetheError `invalid_request` for a destination that the workspace does not have;
 *   `unavailable`, `outcome_unknown` (batches that are already committed stay)
 */
export async function retryDeletionJobs(
  parts: Pick<ServiceParts, 'database' | 'catalog' | 'events' | 'afterCommit'>,
  command: RetryDeletionJobs,
): Promise<RetryResultDto> {
  const { database, events, afterCommit } = parts;
  const { context, limit = FIXED_LIMITS.pageSize } = command;
  const { workspaceId, actor } = context;
  const { targets, leftOut } = await targetsOf(parts, command);
  const candidates = await candidatesOf(database, command, targets);
  const isLeftOut = new Set(leftOut.map(({ destinationId }) => destinationId));
  const result = { jobs: 0, users: 0, more: candidates.length > limit, leftOut };
  for (const batch of inPortions(candidates.slice(0, limit), BATCH)) {
    if (Date.now() > context.deadline - RESERVE_MS && result.jobs > 0) {
      return { ...result, more: true };
    }
    const { jobs, withPurgedUsers } = await database.transaction((manager) =>
      retryBatch(manager, events, { workspaceId, actor, jobIds: batch.map(({ id }) => id) }),
    );
    for (const destinationId of withPurgedUsers) {
      if (isLeftOut.has(destinationId)) continue;
      isLeftOut.add(destinationId);
      leftOut.push({ destinationId, reason: SOME_PURGED });
    }
    result.jobs += jobs.length;
    result.users += jobs.reduce((sum, job) => sum + job.users.length, 0);
    if (jobs.length === 0) continue;
    afterCommit();
    // If this fails, the sweep wakes the queues.
    await wakeQueues(database.query, jobs).catch(() => undefined);
  }
  return result;
}

async function targetsOf(
  { database, catalog }: Pick<ServiceParts, 'database' | 'catalog'>,
  command: RetryDeletionJobs,
) {
  const { workspaceId } = command.context;
  const { destinationId } = command;
  const ids =
    destinationId === undefined ? await abortedAt(database, workspaceId) : [destinationId];
  const targets = await catalog.findDestinations(workspaceId, ids);
  const existing = new Set(targets.map(({ id }) => id));
  const gone = ids.filter((id) => !existing.has(id));
  if (destinationId !== undefined && gone.length > 0) {
    const problems = new DetailsCollector();
    problems.add(
      'destinationId',
      `there is no destination ${showId(destinationId)} in this workspace`,
    );
    problems.throwIfAny();
  }
  const leftOut = gone.map((id) => ({ destinationId: id, reason: DESTINATION_DELETED }));
  for (const id of await targetsWhere(WAS_RECREATED, database, command, targets)) {
    leftOut.push({ destinationId: id, reason: OTHER_TYPE });
  }
  for (const id of await targetsWhere(HAS_PURGED, database, command, targets)) {
    leftOut.push({ destinationId: id, reason: SOME_PURGED });
  }
  return { targets, leftOut };
}

async function targetsWhere(
  condition: string,
  { query }: Queries,
  { context: { workspaceId }, ...filter }: RetryDeletionJobs,
  targets: readonly Target[],
): Promise<string[]> {
  const rows = await query<{ id: string }>(
    `select target.id from unnest($2::text[], $3::text[]) as target (id, type) where ${condition}`,
    parametersOf(workspaceId, filter, targets),
  );
  return rows.map((row) => row.id);
}

/**
 * Returns the destinations with jobs that need attention. Jumps through the index from destination
 * to destination, so the number of jobs does not matter.
 */
async function abortedAt({ query }: Queries, workspaceId: string): Promise<string[]> {
  const next = (after: string): string =>
    `select destination_id from ${SCHEMA}.deletion_jobs j
        where workspace_id = $1 and ${needsAttention('j')} ${after}
        order by destination_id limit 1`;
  const rows = await query<{ destination_id: string }>(
    `with recursive found as (
         (${next('')})
         union all
         select (${next('and destination_id > found.destination_id')}) from found
          where found.destination_id is not null
       )
       select destination_id from found where destination_id is not null`,
    [workspaceId],
  );
  return rows.map((row) => row.destination_id);
}

function candidatesOf(
  { query }: Queries,
  { context: { workspaceId }, limit = FIXED_LIMITS.pageSize, ...filter }: RetryDeletionJobs,
  targets: readonly Target[],
): Promise<Candidate[]> {
  return query<Candidate>(
    `select c.id,
              (select count(*)::int from ${SCHEMA}.deletion_job_users u where u.job_id = c.id) as users
         from (
           select j.id, j.created_at from unnest($2::text[], $3::text[]) as target (id, type)
            cross join lateral (
              select id, created_at from ${SCHEMA}.deletion_jobs j
               where ${RETRYABLE} and destination_type = target.type
               order by created_at, id limit $6) j
            order by j.created_at, j.id limit $6) c
        order by c.created_at, c.id`,
    [...parametersOf(workspaceId, filter, targets), limit + 1],
  );
}

function parametersOf(
  workspaceId: string,
  filter: RetryDeletionsDto,
  targets: readonly Target[],
): unknown[] {
  return [
    workspaceId,
    targets.map(({ id }) => id),
    targets.map(({ type }) => type),
    filter.createdAfter ?? '-infinity',
    filter.createdBefore ?? 'infinity',
  ];
}
