import type { Message, TopicMessages } from 'kafkajs';
import type { PartitionHeaders, PartitionSend } from './partition-batch.js';
import { writableHeaders } from './partition-null-headers.js';

/**
 * The broker refuses a record batch over its topic's limit, 1 MB unless told otherwise. A batch that
 * was fetched can be larger, as the limit is of compressed bytes. More than that brings nothing.
 */
const MAX_TOPIC_BYTES = 1_000_000;
/** Upper bound of what the format adds to a batch. */
const BATCH_OVERHEAD = 100;

/** kafkajs copies a partition's list for each record that it adds: long lists get slow. */
const MAX_RECORDS = 1_000;

/** Upper bound of what the record format adds to a record, and to each of its headers. */
const RECORD_OVERHEAD = 40;
const HEADER_OVERHEAD = 10;

/** How many partitions each topic has. */
export interface PartitionCounts {
  readonly input: number;
  readonly outputs: ReadonlyMap<string, number>;
}

/** How large a batch of a topic may be (`max.message.bytes`), in bytes; undefined: as by default. */
export type TopicLimits = (topic: string) => number | undefined;

/**
 * Cuts what leaves into requests that the broker takes, without changing the order. A record that
 * is too large by itself gets a request of its own, which the broker may refuse.
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
  const requests: TopicMessages[][] = [];
  let request = new Map<string, { messages: Message[]; bytes: number }>();
  for (const send of sends) {
    const bytes = recordBytes(send);
    const most = Math.min(MAX_TOPIC_BYTES, (limits(send.topic) ?? Infinity) - BATCH_OVERHEAD);
    let ofTopic = request.get(send.topic);
    const isFull =
      ofTopic !== undefined &&
      (ofTopic.bytes + bytes > most || ofTopic.messages.length === MAX_RECORDS);
    if (isFull) {
      requests.push(topicMessages(request));
      request = new Map();
    }
    if (isFull || ofTopic === undefined) {
      ofTopic = { messages: [], bytes: 0 };
      request.set(send.topic, ofTopic);
    }
    ofTopic.bytes += bytes;
    ofTopic.messages.push(toMessage(send, targetPartition(send, partition, counts)));
  }
  if (request.size > 0) requests.push(topicMessages(request));
  return requests;
}

function topicMessages(request: ReadonlyMap<string, { messages: Message[] }>): TopicMessages[] {
  return Array.from(request, ([topic, { messages }]) => ({ topic, messages }));
}

/** @returns undefined where kafkajs shall take the key's */
function targetPartition(
  send: PartitionSend,
  partition: number,
  { input, outputs }: PartitionCounts,
): number | undefined {
  const count = outputs.get(send.topic);
  if (count === input) return partition;
  return send.key === null && count !== undefined ? partition % count : undefined;
}

function toMessage(
  { key, value, headers, timestamp }: PartitionSend,
  partition: number | undefined,
): Message {
  const message: Message = { key, value, headers: writableHeaders(headers), timestamp };
  if (partition !== undefined) message.partition = partition;
  return message;
}

/** At most so many bytes is a record in a batch of its own, not compressed. */
export function batchBytes(send: PartitionSend): number {
  return BATCH_OVERHEAD + recordBytes(send);
}

function recordBytes({ key, value, headers }: PartitionSend): number {
  return RECORD_OVERHEAD + (key?.length ?? 0) + (value?.length ?? 0) + headerBytes(headers);
}

function headerBytes(headers: PartitionHeaders): number {
  let bytes = 0;
  for (const name in headers) {
    const value = headers[name];
    const values = Array.isArray(value) ? (value as readonly (Buffer | string | null)[]) : [value];
    for (const one of values) {
      bytes += HEADER_OVERHEAD + 3 * name.length;
      bytes += typeof one === 'string' ? 3 * one.length : ((one as Buffer | null)?.length ?? 0);
    }
  }
  return bytes;
}
