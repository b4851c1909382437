import type { PauseDeletions } from '@lethe/api/deletions';
import { LetheError } from '@lethe/contracts';
import { SCHEMA } from '../../database/schema-name.js';
import { wakeLanes } from '../queues/wake-lanes.js';
import type { ServiceParts } from '../../service-parts.js';

type Parts = Pick<ServiceParts, 'database' | 'catalog'>;

/**
 * Pauses the deletions of a destination, also before its first job. May be repeated.
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

/** Lets the deletions of a destination go on. May be repeated. @throws LetheError as `pauseDeletions` */
export async function resumeDeletions(parts: Parts, command: PauseDeletions): Promise<void> {
  await typeOf(parts, command);
  const {
    destinationId,
    context: { workspaceId },
  } = command;
  const { query } = parts.database;
  await query(RESUME, [workspaceId, destinationId]);
  await query(GO_ON, [workspaceId, destinationId]);
  await wakeLanes(query, [{ workspaceId, destinationId }]);
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

// Whoever resumes knows that the destination is there again: so it is not left alone any longer either.
const RESUME = `update ${SCHEMA}.deletion_lanes
    set paused_at = null, paused_by = null, delayed_until = null, delays = 0, failures = 0
  where workspace_id = $1 and destination_id = $2
    and (paused_at is not null or delayed_until is not null or delays > 0 or failures > 0)`;

// A job that came back because its destination was to be left alone waits for as long as that. Not one that failed,
// or whose order was accepted: those wait for times of their own. One that is locked is in somebody's hands anyway.
const GO_ON = `update ${SCHEMA}.deletion_jobs set claimable_at = statement_timestamp()
  where id = any(array(
    select id from ${SCHEMA}.deletion_jobs
     where workspace_id = $1 and destination_id = $2 and state = 'pending' and not held
       and claimable_at > statement_timestamp() and started_at is not null and accepted is null
       for update skip locked))`;
