import type { DatabaseConnection } from '@lethe/database';
import { inBatches } from '../../database/in-batches.js';
import { SCHEMA } from '../../database/schema-name.js';
import { queuesOf, type DestinationQueue } from '../queues/destination-queue.js';
import { lockQueues, settleQueues } from '../queues/settle-queues.js';

const ENDED_AT_ONCE = 1_000;
/** Days after which a verification that is due is no longer attempted. */
const LATEST_DAYS = 7;

const REASON = `The destination could not be asked within ${LATEST_DAYS} days after the verification was due: no worker asked it, or it did not answer.`;

/**
 * Ends verifications that waited too long, for example because the destination is paused or gone,
 * or because no self-hosted worker verifies. Skips destinations that another transaction has locked.
 *
 * @param signal stops the work between two batches
 * @returns number of ended verifications
 */
export function endLateVerifications(
  database: DatabaseConnection,
  signal?: AbortSignal,
): Promise<number> {
  return inBatches(ENDED_AT_ONCE, () => endBatch(database), signal);
}

function endBatch(database: DatabaseConnection): Promise<number> {
  return database.transaction(async (manager) => {
    const late = await manager.query<(DestinationQueue & { id: string })[]>(
      `select id, workspace_id as "workspaceId", destination_id as "destinationId"
         from ${SCHEMA}.deletion_verifications where ${IS_LATE} order by due_at limit ${ENDED_AT_ONCE}`,
    );
    if (late.length === 0) return 0;
    // The queues come first, as in every transaction that also locks jobs or verifications.
    const queues = await lockQueues(manager, queuesOf(late), { skipLocked: true });
    const ended = await manager.query<{ id: string }[]>(
      `with late as (
         select id from ${SCHEMA}.deletion_verifications where id = any($1::bigint[]) and ${IS_LATE}
          order by id for update skip locked
       ), ended as (
         update ${SCHEMA}.deletion_verifications v
            set state = 'cannot_be_checked', reason = coalesce(v.reason || ' ', '') || $2, progress = null,
                changed_at = statement_timestamp(), finished_at = statement_timestamp()
           from late where v.id = late.id returning v.id
       )
       select id from ended`,
      [late.map(({ id }) => id), REASON],
    );
    await settleQueues(manager, queues);
    return ended.length;
  });
}

const IS_LATE = `state in ('pending', 'failed')
  and due_at < statement_timestamp() - interval '${LATEST_DAYS} days'`;
