import type { OutgoingMessage, TopicMessages } from '../kafkajs/outgoing-messages.js';
import { cutSends } from '../publishing/cut-sends.js';
import { BATCH_OVERHEAD } from '../publishing/record-bytes.js';
import { toTopicMessages } from '../publishing/to-topic-messages.js';
import type {
  EncodedContent,
  ForwardedRecord,
  PartitionSend,
} from '../records/partition-records.js';

/**
 * Maximum bytes of a topic in one request. By default, a broker refuses record batches above 1 MB.
 * A fetched batch can be larger, because the limit of the broker applies to the compressed bytes. A
 * higher limit has no benefit.
 */
const MAX_TOPIC_BYTES = 1_000_000;
/** Encoding this number of unchanged records takes about 1 ms. */
const MAX_RECORDS = 4_000;

type Send = PartitionSend | ForwardedRecord;

/** Number of partitions per topic. */
export interface PartitionCounts {
  readonly input: number;
  readonly outputs: ReadonlyMap<string, number>;
}

/** Returns `max.message.bytes` of a topic; undefined for the default. */
export type TopicLimits = (topic: string) => number | undefined;

/**
 * Divides records into requests that the broker accepts (see `cutSends`). Keeps the sequence of the
 * records.
 *
 * If the output topic has as many partitions as the input topic, a record keeps its partition
 * number. This is correct for any partitioner of the record's producer. If the numbers differ, the
 * key determines the partition, as in other producers. Records without a key stay in one partition,
 * in sequence.
 *
 * @param partition partition of the input
 */
export function toSends(
  sends: readonly Send[],
  partition: number,
  counts: PartitionCounts,
  limits: TopicLimits = () => undefined,
): TopicMessages[][] {
  const bytes = (topic: string): number =>
    Math.min(MAX_TOPIC_BYTES, (limits(topic) ?? Infinity) - BATCH_OVERHEAD);
  const toMessage = (send: Send): OutgoingMessage =>
    messageTo(send, targetPartition(send, partition, counts));
  return cutSends(sends, { bytes, records: MAX_RECORDS }).map((send) =>
    toTopicMessages(send, toMessage),
  );
}

/** Returns undefined if the producer chooses the partition by key. */
function targetPartition(
  send: Send,
  partition: number,
  { input, outputs }: PartitionCounts,
): number | undefined {
  const count = outputs.get(send.topic);
  if (count === input) return partition;
  const { key } = 'record' in send ? send.record : send;
  return key === null && count !== undefined ? partition % count : undefined;
}

function messageTo(send: Send, partition: number | undefined): OutgoingMessage {
  if ('record' in send) return new ForwardedMessage(send.record, partition);
  const { key, value, headers, time: timestamp } = send;
  return { key, value, headers, timestamp, partition };
}

/** Decodes the key only if it determines the partition. */
class ForwardedMessage implements OutgoingMessage {
  /** Is not sent. kafkajs only checks that there is a value. */
  readonly value = null;

  constructor(
    private readonly record: ForwardedRecord['record'],
    readonly partition: number | undefined,
  ) {}

  get key(): Buffer | null {
    return this.record.key;
  }

  get content(): EncodedContent {
    return this.record.content;
  }

  get timestamp(): number {
    return this.record.time;
  }
}
