import type { EntityManager } from 'typeorm';
import { SCHEMA } from '../../database/schema-name.js';
import type { DestinationQueue } from '../queues/destination-queue.js';

export interface QueueDelay {
  readonly ms: number;
  readonly isFailure: boolean;
}

/**
 * Stores the longest backoff of the attempts that ended together. Counts only one more consecutive
 * delay or failure of the destination, even if several were delayed or failed together. A backoff
 * of 0 resets both counts. Without delays, the backoff does not change.
 */
export async function delayQueueOnce(
  manager: EntityManager,
  { workspaceId, destinationId }: DestinationQueue,
  delays: readonly QueueDelay[],
): Promise<void> {
  const [longest] = [...delays].sort((a, b) => b.ms - a.ms);
  if (longest === undefined) return;
  await manager.query(
    `update ${SCHEMA}.deletion_lanes
        set delays = case when $3::float8 = 0 then 0 when $4::boolean then delays else delays + 1 end,
            failures = case when $3::float8 = 0 then 0 when $4::boolean then failures + 1 else failures end,
            delayed_until = case when $3::float8 > 0 then greatest(
              delayed_until, statement_timestamp() + $3::float8 * interval '1 millisecond') end
      where workspace_id = $1 and destination_id = $2`,
    [workspaceId, destinationId, longest.ms, longest.isFailure],
  );
}
