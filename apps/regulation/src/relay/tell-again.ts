import type { TopicExtent } from '@lethe/messaging';
import type { RunQuery } from '@lethe/outbox';
import { SCHEMA } from '../database/schema-name.js';
import { SUPPRESSIONS_POSITION } from './relay-position.js';
import { RELAY_CHANNEL } from './wake-relay.js';

/** Everything is to be told again: what was taken counts no more, and the session begins anew. */
export class ToldAgainError extends Error {
  override readonly name = 'ToldAgainError';

  constructor() {
    super('Everything is to be told again.');
  }
}

/**
 * Has everything told again, from the first change on, also by a relay that is at work now: that one
 * can move the position no more, and begins anew at once. For whoever knows better than the position
 * what is on the topic.
 *
 * @param only.epoch only in this epoch: somebody else may have seen to it meanwhile
 * @param only.place where it will be told; left out, whoever relays finds out
 */
export async function tellAgain(
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
