import type { OutgoingRecord } from './publisher.js';

/**
 * The broker refuses a record batch over 1 MB (`message.max.bytes`), and kafkajs makes one batch of
 * what a send holds for a partition. Cutting by topic is stricter than by partition and needs no
 * knowledge of the partitions.
 */
const MAX_TOPIC_BYTES = 900_000;

/** kafkajs copies a partition's list for each record that it adds: long lists get slow. */
const MAX_RECORDS = 2_000;

/** Upper bound of what the record format adds to a record, and to each of its headers. */
const RECORD_OVERHEAD = 40;
const HEADER_OVERHEAD = 10;

/**
 * Cuts records into sends that the broker takes, without changing their order. A record that is
 * too large by itself gets a send of its own, which the broker then refuses.
 */
export function cutSends(records: readonly OutgoingRecord[]): OutgoingRecord[][] {
  const sends: OutgoingRecord[][] = [];
  let send: OutgoingRecord[] = [];
  let bytesOfTopic = new Map<string, number>();
  for (const record of records) {
    const bytes = (bytesOfTopic.get(record.topic) ?? 0) + encodedBytes(record);
    const full = bytes > MAX_TOPIC_BYTES || send.length === MAX_RECORDS;
    if (full && send.length > 0) {
      sends.push(send);
      send = [];
      bytesOfTopic = new Map();
    }
    send.push(record);
    bytesOfTopic.set(record.topic, full ? encodedBytes(record) : bytes);
  }
  if (send.length > 0) sends.push(send);
  return sends;
}

function encodedBytes({ key, value, headers }: OutgoingRecord): number {
  let bytes = RECORD_OVERHEAD + Buffer.byteLength(key);
  if (value !== null) bytes += Buffer.byteLength(value);
  for (const [name, text] of Object.entries(headers)) {
    bytes += HEADER_OVERHEAD + Buffer.byteLength(name) + Buffer.byteLength(text);
  }
  return bytes;
}
