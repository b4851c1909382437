import { recordBytes, type RecordContent } from './record-bytes.js';

/** Limits of a send, separately for each topic. */
export interface SendLimits {
  /** Maximum size before compression, in bytes. */
  readonly bytes: (topic: string) => number;
  /**
   * Maximum number of records. A request is encoded without a pause, which takes about 1 ms for
   * 1,000 new records.
   */
  readonly records: number;
}

/** By default, a broker refuses record batches above 1 MB (`message.max.bytes`). */
const DEFAULT_SEND_LIMITS: SendLimits = { bytes: () => 900_000, records: 2_000 };

/**
 * Divides records into sends that the broker accepts. Keeps the sequence of the records. A record
 * that is too large is the only record of its topic in a send. The broker may refuse this record.
 *
 * The broker limits the size of record batches, and kafkajs makes one batch per partition of a
 * send. The limit here applies to all records of a topic. This limit is stricter, but `cutSends`
 * need not know the partition of a record.
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
    let sizes = topics.get(record.topic);
    const isFull =
      sizes !== undefined &&
      (sizes.bytes + bytes > limits.bytes(record.topic) || sizes.records === limits.records);
    if (isFull) {
      sends.push(send);
      send = [];
      topics = new Map();
    }
    if (isFull || sizes === undefined) {
      sizes = { bytes: 0, records: 0 };
      topics.set(record.topic, sizes);
    }
    sizes.bytes += bytes;
    sizes.records += 1;
    send.push(record);
  }
  if (send.length > 0) sends.push(send);
  return sends;
}
