import type { OutgoingMessage, TopicMessages } from '../kafkajs/outgoing-messages.js';
import { cutSends } from '../publishing/cut-sends.js';
import { BATCH_OVERHEAD } from '../publishing/record-bytes.js';
import { toTopicMessages } from '../publishing/to-topic-messages.js';
import type { PartitionSend } from '../records/partition-records.js';

/**
 * The broker refuses a record batch over its topic's limit, 1 MB unless the topic has another one. A
 * batch that was fetched can be larger, as the limit is of compressed bytes. More than that brings
 * nothing.
 */
const MAX_TOPIC_BYTES = 1_000_000;
const MAX_RECORDS = 1_000;

/** How many partitions each topic has. */
export interface PartitionCounts {
  readonly input: number;
  readonly outputs: ReadonlyMap<string, number>;
}

/** How large a batch of a topic may be (`max.message.bytes`), in bytes; undefined: as by default. */
export type TopicLimits = (topic: string) => number | undefined;

/**
 * Cuts what leaves into requests that the broker takes, without changing the order; see `cutSends`.
 *
 * Where a topic has as many partitions as the input, a record keeps its partition number: that is
 * right whatever partitioner its producer used. Else its key decides, as it does for any other
 * producer; records without a key stay together, in their order.
 *
 * @param partition of the input
 */
export function toSends(
  sends: readonly PartitionSend[],
  partition: number,
  counts: PartitionCounts,
  limits: TopicLimits = () => undefined,
): TopicMessages[][] {
  const bytes = (topic: string): number =>
    Math.min(MAX_TOPIC_BYTES, (limits(topic) ?? Infinity) - BATCH_OVERHEAD);
  const toMessage = (send: PartitionSend): OutgoingMessage =>
    messageTo(send, targetPartition(send, partition, counts));
  return cutSends(sends, { bytes, records: MAX_RECORDS }).map((send) =>
    toTopicMessages(send, toMessage),
  );
}

/** @returns undefined where the producer takes the key's partition */
function targetPartition(
  send: PartitionSend,
  partition: number,
  { input, outputs }: PartitionCounts,
): number | undefined {
  const count = outputs.get(send.topic);
  if (count === input) return partition;
  return send.key === null && count !== undefined ? partition % count : undefined;
}

function messageTo(
  { key, value, headers, timestamp }: PartitionSend,
  partition: number | undefined,
): OutgoingMessage {
  const message = { key, value, headers, timestamp };
  return partition === undefined ? message : Object.assign(message, { partition });
}
