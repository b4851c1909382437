import type { DatabaseConnection } from '@lethe/database';
import { SCHEMA } from '../../database/schema-name.js';
import { abortWaiting } from '../abort-waiting.js';
import type { Lane } from '../queues/lane.js';
import type { ServiceParts } from '../../service-parts.js';
import { lockLanes, settleLanes } from '../queues/settle-lanes.js';

/** Destinations that one look at the catalog asks for. */
const LANES_AT_ONCE = 500;
/** Seconds for which a job has been there: far longer than the catalog is remembered. */
const SETTLED_AFTER = 60;

const REASON =
  'The destination was deleted, or made anew with another type, so nobody can carry the deletion out there. Create a new regulation.';

type Parts = Pick<ServiceParts, 'database' | 'catalog' | 'topicPrefix' | 'afterCommit'>;

/**
 * Aborts what waits for people's own workers at destinations that are not theirs: an order may be committed while its
 * destination is being deleted. Its jobs would wait for ever, and at a destination that was made anew with another
 * type keep all later ones waiting. Lethe's worker aborts what it gets of such a kind itself.
 *
 * @param signal ends it between two transactions
 * @throws LetheError `unavailable`; what was aborted by then stays so
 */
export async function abortUnserved(options: Parts, signal?: AbortSignal): Promise<void> {
  let after: Lane = { workspaceId: '', destinationId: '' };
  for (;;) {
    const lanes = await lanesAfter(options.database, after);
    for (const [workspaceId, ids] of byWorkspace(lanes)) {
      if (signal?.aborted === true) return;
      const found = await options.catalog.findDestinations(workspaceId, ids);
      const served = new Set(found.filter(({ type }) => type === 'CUSTOM').map(({ id }) => id));
      for (const destinationId of ids.filter((id) => !served.has(id))) {
        await abortAt({ workspaceId, destinationId }, options, signal);
      }
    }
    const last = lanes.at(-1);
    if (last === undefined || lanes.length < LANES_AT_ONCE) return;
    after = last;
  }
}

function lanesAfter(database: DatabaseConnection, after: Lane): Promise<Lane[]> {
  return database.query<Lane>(
    `select workspace_id as "workspaceId", destination_id as "destinationId"
       from ${SCHEMA}.deletion_lanes
      where destination_type = 'CUSTOM' and ready_at < 'infinity' and (workspace_id, destination_id) > ($1, $2)
      order by workspace_id, destination_id limit ${LANES_AT_ONCE}`,
    [after.workspaceId, after.destinationId],
  );
}

function byWorkspace(lanes: readonly Lane[]): Map<string, string[]> {
  const ids = new Map<string, string[]>();
  for (const { workspaceId, destinationId } of lanes) {
    const some = ids.get(workspaceId);
    if (some === undefined) ids.set(workspaceId, [destinationId]);
    else some.push(destinationId);
  }
  return ids;
}

async function abortAt(lane: Lane, options: Parts, signal?: AbortSignal): Promise<void> {
  const which = `destination_type = 'CUSTOM' and not held
    and created_at < statement_timestamp() - interval '${SETTLED_AFTER} seconds'`;
  const goesOn = () => signal?.aborted !== true;
  await abortWaiting(options, lane, { reason: REASON, which }, goesOn);
  if (!goesOn()) return;
  await options.database.transaction(async (manager) => {
    await settleLanes(manager, await lockLanes(manager, [lane]));
  });
}
