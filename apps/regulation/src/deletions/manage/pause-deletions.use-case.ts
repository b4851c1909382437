import type { PauseDeletions } from '@lethe/api/deletions';
import { LetheError } from '@lethe/contracts';
import { SCHEMA } from '../../database/schema-name.js';
import { wakeQueues } from '../queues/wake-queues.js';
import type { ServiceParts } from '../../service-parts.js';

type Parts = Pick<ServiceParts, 'database' | 'catalog'>;

/**
 * Pauses the deletions of a destination. The destination need not have a job yet. Can be repeated.
 *
 * @throws LetheError `not_found` (also for another workspace's destination), `unavailable`
 */
export async function pauseDeletions(parts: Parts, command: PauseDeletions): Promise<void> {
  const type = await typeOf(parts, command);
  const {
    destinationId,
    context: { workspaceId, actor },
  } = command;
  await parts.database.query(PAUSE, [workspaceId, destinationId, type, actor]);
}

/**
 * Resumes the deletions of a destination. Can be repeated.
 *
 * @throws LetheError as `pauseDeletions`
 */
export async function resumeDeletions(parts: Parts, command: PauseDeletions): Promise<void> {
  await typeOf(parts, command);
  const {
    destinationId,
    context: { workspaceId },
  } = command;
  const { query } = parts.database;
  await query(RESUME, [workspaceId, destinationId]);
  await query(MAKE_CLAIMABLE, [workspaceId, destinationId]);
  await wakeQueues(query, [{ workspaceId, destinationId }]);
}

async function typeOf(
  { catalog }: Parts,
  { context, destinationId }: PauseDeletions,
): Promise<string> {
  const [destination] = await catalog.findDestinations(context.workspaceId, [destinationId]);
  if (destination === undefined) throw new LetheError('not_found');
  return destination.type;
}

const PAUSE = `insert into ${SCHEMA}.deletion_lanes as l
    (workspace_id, destination_id, destination_type, paused_at, paused_by)
  values ($1, $2, $3, statement_timestamp(), $4)
  on conflict (workspace_id, destination_id) do update
    set paused_at = excluded.paused_at, paused_by = excluded.paused_by
    where l.paused_at is null`;

// A person who resumes deletions knows that the destination works again, so the backoff also ends.
const RESUME = `update ${SCHEMA}.deletion_lanes
    set paused_at = null, paused_by = null, delayed_until = null, delays = 0, failures = 0
  where workspace_id = $1 and destination_id = $2
    and (paused_at is not null or delayed_until is not null or delays > 0 or failures > 0)`;

// Jobs that the destination postponed wait for the end of its backoff, so they can begin now.
// Failed jobs and accepted deletion requests keep their times. Locked jobs are skipped, because
// another transaction is claiming or changing them.
const MAKE_CLAIMABLE = `update ${SCHEMA}.deletion_jobs set claimable_at = statement_timestamp()
  where id = any(array(
    select id from ${SCHEMA}.deletion_jobs
     where workspace_id = $1 and destination_id = $2 and state = 'pending' and not held
       and claimable_at > statement_timestamp() and started_at is not null and accepted is null
       for update skip locked))`;
