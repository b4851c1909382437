import type { DatabaseConnection } from '@lethe/database';
import { SCHEMA } from '../../database/schema-name.js';
import { abortWaiting } from '../abort-waiting.js';
import type { DestinationQueue } from '../queues/destination-queue.js';
import type { ServiceParts } from '../../service-parts.js';
import { lockQueues, settleQueues } from '../queues/settle-queues.js';

const LANES_AT_ONCE = 500;
/**
 * Minimum age of a job in seconds. This is much longer than the time for which the catalog is
 * cached.
 */
const MIN_AGE_SECONDS = 60;

const REASON =
  'The destination was deleted, or recreated with another type, so no worker can carry out the deletion. Create a new regulation.';

type Parts = Pick<ServiceParts, 'database' | 'catalog' | 'topicPrefix' | 'afterCommit'>;

/**
 * Aborts jobs that wait for a self-hosted worker, if their destination was deleted or has another
 * type now. Such jobs exist, because a deletion can be committed while its destination is being
 * deleted. They would wait forever, and block all later jobs of a recreated destination. Other jobs
 * need no such search, because Lethe's deletion worker aborts them when it claims them.
 *
 * @param signal ends the work between two transactions
 * @throws LetheError `unavailable`; jobs that were already aborted stay aborted
 */
export async function abortUnserved(options: Parts, signal?: AbortSignal): Promise<void> {
  let after: DestinationQueue = { workspaceId: '', destinationId: '' };
  for (;;) {
    const queues = await lanesAfter(options.database, after);
    for (const [workspaceId, ids] of byWorkspace(queues)) {
      if (signal?.aborted === true) return;
      const found = await options.catalog.findDestinations(workspaceId, ids);
      const served = new Set(found.filter(({ type }) => type === 'CUSTOM').map(({ id }) => id));
      for (const destinationId of ids.filter((id) => !served.has(id))) {
        await abortAt({ workspaceId, destinationId }, options, signal);
      }
    }
    const last = queues.at(-1);
    if (last === undefined || queues.length < LANES_AT_ONCE) return;
    after = last;
  }
}

function lanesAfter(
  database: DatabaseConnection,
  after: DestinationQueue,
): Promise<DestinationQueue[]> {
  return database.query<DestinationQueue>(
    `select workspace_id as "workspaceId", destination_id as "destinationId"
       from ${SCHEMA}.deletion_lanes
      where destination_type = 'CUSTOM' and ready_at < 'infinity' and (workspace_id, destination_id) > ($1, $2)
      order by workspace_id, destination_id limit ${LANES_AT_ONCE}`,
    [after.workspaceId, after.destinationId],
  );
}

function byWorkspace(queues: readonly DestinationQueue[]): Map<string, string[]> {
  const ids = new Map<string, string[]>();
  for (const { workspaceId, destinationId } of queues) {
    const some = ids.get(workspaceId);
    if (some === undefined) ids.set(workspaceId, [destinationId]);
    else some.push(destinationId);
  }
  return ids;
}

async function abortAt(
  queue: DestinationQueue,
  options: Parts,
  signal?: AbortSignal,
): Promise<void> {
  const which = `destination_type = 'CUSTOM' and not held
    and created_at < statement_timestamp() - interval '${MIN_AGE_SECONDS} seconds'`;
  const mayContinue = () => signal?.aborted !== true;
  await abortWaiting(options, queue, { reason: REASON, which }, mayContinue);
  if (!mayContinue()) return;
  await options.database.transaction(async (manager) => {
    await settleQueues(manager, await lockQueues(manager, [queue]));
  });
}
