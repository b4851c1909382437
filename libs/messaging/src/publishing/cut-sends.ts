import { recordBytes, type RecordContent } from './record-bytes.js';

/** How much of one topic a send may hold. */
export interface SendLimits {
  /** In bytes, not compressed. */
  readonly bytes: (topic: string) => number;
  /** kafkajs copies a partition's list for each record that it adds: long lists get slow. */
  readonly records: number;
}

/** A broker refuses a record batch over 1 MB by default (`message.max.bytes`). */
const DEFAULT_SEND_LIMITS: SendLimits = { bytes: () => 900_000, records: 2_000 };

/**
 * Cuts records into sends that the broker takes, without changing their order. A record that is too
 * large by itself shares its send with no other record of its topic; the broker may refuse it.
 *
 * The broker's limit is one of record batches, and kafkajs makes one batch of what a send holds for a
 * partition. Cutting by topic is stricter than by partition and needs no knowledge of the partitions.
 */
export function cutSends<R extends RecordContent & { readonly topic: string }>(
  records: readonly R[],
  limits: SendLimits = DEFAULT_SEND_LIMITS,
): R[][] {
  const sends: R[][] = [];
  let send: R[] = [];
  let topics = new Map<string, { bytes: number; records: number }>();
  for (const record of records) {
    const bytes = recordBytes(record);
    let ofTopic = topics.get(record.topic);
    const isFull =
      ofTopic !== undefined &&
      (ofTopic.bytes + bytes > limits.bytes(record.topic) || ofTopic.records === limits.records);
    if (isFull) {
      sends.push(send);
      send = [];
      topics = new Map();
    }
    if (isFull || ofTopic === undefined) {
      ofTopic = { bytes: 0, records: 0 };
      topics.set(record.topic, ofTopic);
    }
    ofTopic.bytes += bytes;
    ofTopic.records += 1;
    send.push(record);
  }
  if (send.length > 0) sends.push(send);
  return sends;
}
