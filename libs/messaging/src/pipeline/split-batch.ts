import type { FetchedBatch } from '../kafkajs/fetched-batch.js';
import { unreadableBatch } from '../kafkajs/mend-fetch.js';
import { sentHeaders } from '../kafkajs/sent-headers.js';
import type { PartitionBatch, PartitionRecord } from '../records/partition-records.js';
import type { UnreadableBatchError } from '../wire/record-batch.js';

export interface SplitBatch {
  readonly readable: PartitionBatch;
  /** What stands behind them, and cannot be read. */
  readonly unreadable: UnreadableBatchError | undefined;
  /** The offset up to which the readable records go, markers of transactions included. */
  readonly last: bigint;
}

/** The records that can be worked on, and a batch behind them that cannot be read. */
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
    records: (records as PartitionBatch['records']).map(withSentHeaders),
    lag: Math.max(0, Number(BigInt(highWatermark) - 1n - last)),
  };
}

function withSentHeaders(record: PartitionRecord): PartitionRecord {
  const headers = sentHeaders(record.headers);
  return headers === record.headers ? record : { ...record, headers };
}
