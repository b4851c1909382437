import { setTimeout as sleep } from 'node:timers/promises';
import type { DatabaseConnection, RunQuery } from '@lethe/database';
import { SCHEMA } from '../database/schema-name.js';
import type { Lane } from './queues/lane.js';
import { wakeLanes } from './queues/wake-lanes.js';

/** Which held jobs; absent means any. */
export interface HeldJobFilter {
  readonly workspaceId?: string;
  readonly destinationId?: string;
}

const BATCH = 1_000;
/** Jobs that somebody else has locked (a cancel, another release) are looked for again. */
const LOCKED = { looks: 20, everyMs: 250 };

/** How many jobs wait and are offered to nobody. */
export async function countHeldJobs(query: RunQuery, filter: HeldJobFilter = {}): Promise<number> {
  const [row] = await query<{ jobs: number }>(
    `select count(*)::int as jobs from ${SCHEMA}.deletion_jobs where ${IS_HELD}`,
    parametersOf(filter),
  );
  return row?.jobs ?? 0;
}

/**
 * Releases held jobs: workers may claim them from now on. Batch by batch, so one that is interrupted goes on where
 * it stood when it is run again.
 *
 * @param onBatch gets how many were released so far
 * @returns how many, and how many are still held, as others kept them locked all the time
 */
export async function releaseHeldJobs(
  database: Pick<DatabaseConnection, 'query'>,
  filter: HeldJobFilter,
  onBatch: (released: number) => void = () => undefined,
): Promise<{ readonly released: number; readonly left: number }> {
  const { query } = database;
  let released = 0;
  for (let looks = 1; ;) {
    const lanes = await releaseBatch(query, filter);
    await wakeLanes(query, lanes);
    released += lanes.length;
    if (lanes.length > 0) {
      onBatch(released);
      continue;
    }
    const left = await countHeldJobs(query, filter);
    if (left === 0 || looks === LOCKED.looks) return { released, left };
    looks += 1;
    await sleep(LOCKED.everyMs);
  }
}

const IS_HELD = `state in ('pending', 'failed') and held
  and ($1::text is null or workspace_id = $1) and ($2::text is null or destination_id = $2)`;

function parametersOf({ workspaceId, destinationId }: HeldJobFilter): (string | null)[] {
  return [workspaceId ?? null, destinationId ?? null];
}

/** @returns the destination of each job that was released */
function releaseBatch(query: RunQuery, filter: HeldJobFilter): Promise<Lane[]> {
  return query<Lane>(
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
