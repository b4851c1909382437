import { setTimeout as sleep } from 'node:timers/promises';
import type { DatabaseConnection, RunQuery } from '@lethe/database';
import { SCHEMA } from '../database/schema-name.js';
import type { DestinationQueue } from './queues/destination-queue.js';
import { wakeQueues } from './queues/wake-queues.js';

/** Filter of jobs on hold. An absent member does not restrict the jobs. */
export interface OnHoldFilter {
  readonly workspaceId?: string;
  readonly destinationId?: string;
}

const BATCH = 1_000;
/**
 * Maximum number of polls for jobs that a cancel or another release has locked, and the
 * milliseconds between two polls.
 */
const LOCKED = { polls: 20, everyMs: 250 };

export async function countJobsOnHold(query: RunQuery, filter: OnHoldFilter = {}): Promise<number> {
  const [row] = await query<{ jobs: number }>(
    `select count(*)::int as jobs from ${SCHEMA}.deletion_jobs where ${IS_HELD}`,
    parametersOf(filter),
  );
  return row?.jobs ?? 0;
}

/**
 * Releases jobs on hold, so that workers can claim them. Commits after each batch. After an
 * interruption, the next call continues with the remaining jobs.
 *
 * @param onBatch called after each batch with the number of jobs released so far
 * @returns the number of released jobs, and the number of jobs that stayed locked and are still on
 *   hold
 */
export async function releaseJobsOnHold(
  database: Pick<DatabaseConnection, 'query'>,
  filter: OnHoldFilter,
  onBatch: (released: number) => void = () => undefined,
): Promise<{ readonly released: number; readonly left: number }> {
  const { query } = database;
  let released = 0;
  for (let polls = 1; ;) {
    const queues = await releaseBatch(query, filter);
    await wakeQueues(query, queues);
    released += queues.length;
    if (queues.length > 0) {
      onBatch(released);
      continue;
    }
    const left = await countJobsOnHold(query, filter);
    if (left === 0 || polls === LOCKED.polls) return { released, left };
    polls += 1;
    await sleep(LOCKED.everyMs);
  }
}

const IS_HELD = `state in ('pending', 'failed') and held
  and ($1::text is null or workspace_id = $1) and ($2::text is null or destination_id = $2)`;

function parametersOf({ workspaceId, destinationId }: OnHoldFilter): (string | null)[] {
  return [workspaceId ?? null, destinationId ?? null];
}

function releaseBatch(query: RunQuery, filter: OnHoldFilter): Promise<DestinationQueue[]> {
  return query<DestinationQueue>(
    `with held as materialized (
       select id from ${SCHEMA}.deletion_jobs
        where ${IS_HELD}
        order by workspace_id, destination_id, id limit ${BATCH}
          for update skip locked
     ), released as (
       update ${SCHEMA}.deletion_jobs j
          set held = false, claimable_at = statement_timestamp(), changed_at = statement_timestamp()
         from held where j.id = held.id
       returning j.workspace_id as "workspaceId", j.destination_id as "destinationId"
     )
     select * from released`,
    parametersOf(filter),
  );
}
