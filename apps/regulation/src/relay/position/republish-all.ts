import type { TopicExtent } from '@lethe/messaging';
import type { RunQuery } from '@lethe/database';
import { SCHEMA } from '../../database/schema-name.js';
import { SUPPRESSIONS_POSITION } from './relay-position.js';
import { RELAY_CHANNEL } from '../wake-relay.js';

/**
 * A new epoch has begun: changes that the session took no longer count, and the next session starts
 * at the first change.
 */
export class EpochEndedError extends Error {
  override readonly name = 'EpochEndedError';

  constructor() {
    super('Everything is to be told again.');
  }
}

/**
 * Begins a new epoch: the relay publishes all suppressions again, from the first change on. A relay
 * that is at work in the old epoch can't move the position any more, and starts again at once. To
 * be called when the topic does not hold everything up to the position.
 *
 * @param only.epoch begins nothing unless this is the present epoch: another process may have begun
 * a new one meanwhile
 * @param only.place the topic that will be filled; when left out, the relay finds out
 */
export async function republishAll(
  query: RunQuery,
  only: { readonly epoch?: string; readonly place?: TopicExtent } = {},
): Promise<void> {
  const { epoch, place } = only;
  await query(TELL_AGAIN, [
    place?.clusterId ?? null,
    place?.topicId ?? null,
    place?.starts ?? null,
    place?.ends ?? null,
    epoch ?? null,
  ]);
  await query(`select pg_notify('${RELAY_CHANNEL}', '')`);
}

const TELL_AGAIN = `
  insert into ${SCHEMA}.relay_positions as present
    (name, position, cluster_id, topic_id, start_offsets, end_offsets)
  values ('${SUPPRESSIONS_POSITION}', 0, $1, $2, $3, $4)
  on conflict (name) do update set
    epoch = present.epoch + 1, position = 0, is_told = false, told_since = clock_timestamp(),
    cluster_id = excluded.cluster_id, topic_id = excluded.topic_id,
    start_offsets = excluded.start_offsets, end_offsets = excluded.end_offsets
   where present.epoch = coalesce($5::bigint, present.epoch)`;
