import type { TopicExtent } from '@lethe/messaging';
import type { RunQuery } from '@lethe/database';
import { SCHEMA } from '../../database/schema-name.js';
import { SUPPRESSIONS_POSITION } from './relay-position.js';
import { RELAY_CHANNEL } from '../wake-relay.js';

/**
 * A new epoch has begun. The changes that the session took are no longer valid, and the next
 * session starts at the first change.
 */
export class EpochEndedError extends Error {
  override readonly name = 'EpochEndedError';

  constructor() {
    super('All suppressions must be published again.');
  }
}

/**
 * Begins a new epoch, in which the relay publishes all suppressions again from the first change on.
 * A relay in the old epoch can no longer move the position, and starts again at once. Called if the
 * topic lacks records that were already published.
 *
 * @param options.epoch the epoch that the caller knows. If another process has already begun a
 *   later epoch, no new epoch begins. If absent, a new epoch begins in any case
 * @param options.place the topic to fill; if it is absent, the relay finds the topic
 */
export async function republishAll(
  query: RunQuery,
  options: { readonly epoch?: string; readonly place?: TopicExtent } = {},
): Promise<void> {
  const { epoch, place } = options;
  await query(REPUBLISH, [
    place?.clusterId ?? null,
    place?.topicId ?? null,
    place?.starts ?? null,
    place?.ends ?? null,
    epoch ?? null,
  ]);
  await query(`select pg_notify('${RELAY_CHANNEL}', '')`);
}

const REPUBLISH = `
  insert into ${SCHEMA}.relay_positions as present
    (name, position, cluster_id, topic_id, start_offsets, end_offsets)
  values ('${SUPPRESSIONS_POSITION}', 0, $1, $2, $3, $4)
  on conflict (name) do update set
    epoch = present.epoch + 1, position = 0, is_told = false, told_since = clock_timestamp(),
    cluster_id = excluded.cluster_id, topic_id = excluded.topic_id,
    start_offsets = excluded.start_offsets, end_offsets = excluded.end_offsets
   where present.epoch = coalesce($5::bigint, present.epoch)`;
