import type { FetchedBatch } from '../kafkajs/fetched-batch.js';
import { unreadableBatch } from '../kafkajs/fix-fetch.js';
import type { PartitionBatch } from '../records/partition-records.js';
import type { UnreadableBatchError } from '../wire/record-batch.js';

export interface SplitBatch {
  readonly readable: PartitionBatch;
  /** An unreadable batch after the readable records. */
  readonly unreadable: UnreadableBatchError | undefined;
  /**
   * Last offset of the readable records and of the transaction markers after them. If the fetch has
   * only an unreadable batch, the value is -1.
   */
  readonly last: bigint;
}

/** Separates the readable records from an unreadable batch after them. */
export function splitBatch(batch: FetchedBatch['batch']): SplitBatch {
  const { messages } = batch;
  const unreadable = unreadableBatch(messages.at(-1) ?? {});
  if (unreadable === undefined) {
    const last = BigInt(batch.lastOffset());
    return { readable: toPartitionBatch(batch, messages, last), unreadable, last };
  }
  const readable = messages.slice(0, -1);
  const last = BigInt(readable.at(-1)?.offset ?? -1);
  return { readable: toPartitionBatch(batch, readable, last), unreadable, last };
}

function toPartitionBatch(
  { partition, highWatermark }: FetchedBatch['batch'],
  records: FetchedBatch['batch']['messages'],
  last: bigint,
): PartitionBatch {
  return {
    partition,
    records,
    lag: Math.max(0, Number(BigInt(highWatermark) - 1n - last)),
  };
}
