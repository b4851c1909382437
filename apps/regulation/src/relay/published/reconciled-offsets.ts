import type { RunQuery } from '@lethe/database';
import type { TopicIdentity } from '@lethe/messaging';
import { SCHEMA } from '../../database/schema-name.js';

/** The part of a topic that was compared with the database after a restore. */
export interface Reconciled {
  readonly topic: string;
  readonly identity: TopicIdentity;
  /** Partition → offset after the last compared record. */
  readonly positions: ReadonlyMap<number, number>;
}

/**
 * @returns partition → offset before which all records were compared; empty if the topic was
 *   recreated since
 */
export async function readReconciled(
  query: RunQuery,
  topic: string,
  identity: TopicIdentity,
): Promise<Map<number, number>> {
  const rows = await query<{ partition: number; position: string }>(
    `select partition, position from ${SCHEMA}.reconciled_offsets
      where topic = $1 and identity = $2`,
    [topic, textOf(identity)],
  );
  return new Map(rows.map(({ partition, position }) => [partition, Number(position)]));
}

export async function rememberReconciled(
  query: RunQuery,
  { topic, identity, positions }: Reconciled,
): Promise<void> {
  await query(
    `insert into ${SCHEMA}.reconciled_offsets (topic, identity, partition, position)
     select $1, $2, partition, position from unnest($3::integer[], $4::bigint[]) as read (partition, position)
     on conflict (topic, partition) do update set
       identity = excluded.identity, position = excluded.position`,
    [topic, textOf(identity), [...positions.keys()], [...positions.values()]],
  );
}

function textOf({ clusterId = '', topicId = '' }: TopicIdentity): string {
  return `${clusterId} ${topicId}`;
}
