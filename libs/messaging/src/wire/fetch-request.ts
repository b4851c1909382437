import { BrokerError } from './broker-error.js';
import { WireReader } from './wire-reader.js';
import type { WireRequest } from './wire-request.js';
import { WireWriter } from './wire-writer.js';

const FETCH = 1;
/** Last version without compact types. Kafka 2.3 and newer support this version. */
export const FETCH_VERSION = 11;
const READ_COMMITTED = 1;
const NO_SESSION_EPOCH = -1;
const UNKNOWN = -1;

export interface FetchOptions {
  readonly topic: string;
  /** Start offset of each partition. The broker fills the answer in the sequence of this list. */
  readonly positions: Iterable<readonly [partition: number, offset: number]>;
  /** Maximum time for which the broker waits for a first record. */
  readonly maxWaitMs: number;
  readonly maxBytes: number;
  readonly maxBytesPerPartition: number;
}

export interface AbortedTransaction {
  readonly producerId: bigint;
  readonly firstOffset: number;
}

/** The answer of a broker for one partition. */
export interface FetchedPartition {
  readonly partition: number;
  /** 0, or an error code of the Kafka protocol. */
  readonly errorCode: number;
  /** End of the partition, after the records of open transactions. */
  readonly highWatermark: number;
  /** Start of the first open transaction, or the high watermark. Later records are not visible. */
  readonly lastStableOffset: number;
  /** Oldest available offset. */
  readonly logStartOffset: number;
  /** Id of a nearer broker from which to read, or -1. */
  readonly preferredReplica: number;
  readonly aborted: readonly AbortedTransaction[];
  /** Record batches. The last batch can be truncated. */
  readonly records: Buffer;
}

/**
 * Requests committed records of one topic.
 * https://kafka.apache.org/protocol.html#The_Messages_Fetch
 */
export function fetchRequest(options: FetchOptions): WireRequest<FetchedPartition[]> {
  const positions = [...options.positions];
  const body = new WireWriter()
    .int32(UNKNOWN) // a client, not a replica
    .int32(options.maxWaitMs)
    .int32(1) // at least one byte
    .int32(options.maxBytes)
    .int8(READ_COMMITTED)
    .int32(0)
    .int32(NO_SESSION_EPOCH)
    .int32(1)
    .string(options.topic)
    .int32(positions.length);
  for (const [partition, offset] of positions) {
    body.int32(partition).int32(UNKNOWN).int64(offset).int64(UNKNOWN);
    body.int32(options.maxBytesPerPartition);
  }
  body.int32(0).string(''); // no forgotten topics, no rack
  return {
    apiName: 'Fetch',
    apiKey: FETCH,
    apiVersion: FETCH_VERSION,
    body: body.toBuffer(),
    decode: (answer) => {
      const { errorCode, topics } = decodeFetch(answer);
      if (errorCode !== 0) throw new BrokerError('The broker refused the read request', errorCode);
      return topics.flatMap(({ partitions }) => partitions);
    },
    timeoutMs: options.maxWaitMs + 10_000,
  };
}

export interface FetchAnswer {
  /** Time for which the broker asks the client to wait, in milliseconds. */
  readonly throttleMs: number;
  /** 0, or an error code of the Kafka protocol. */
  readonly errorCode: number;
  readonly sessionId: number;
  readonly topics: readonly {
    readonly topic: string;
    readonly partitions: readonly FetchedPartition[];
  }[];
}

/** @param answer an answer of version `FETCH_VERSION`, without its header */
export function decodeFetch(answer: Buffer): FetchAnswer {
  const reader = new WireReader(answer);
  return {
    throttleMs: reader.int32(),
    errorCode: reader.int16(),
    sessionId: reader.int32(),
    topics: reader.array(() => ({
      topic: reader.string(),
      partitions: reader.array(() => decodePartition(reader)),
    })),
  };
}

function decodePartition(reader: WireReader): FetchedPartition {
  const partition = reader.int32();
  const errorCode = reader.int16();
  const highWatermark = reader.int64();
  const lastStableOffset = reader.int64();
  const logStartOffset = reader.int64();
  const aborted = reader.array(() => ({
    producerId: reader.bigInt64(),
    firstOffset: reader.int64(),
  }));
  const preferredReplica = reader.int32();
  const records = reader.bytes(Math.max(0, reader.int32()));
  return {
    ...{ partition, errorCode, highWatermark, lastStableOffset, logStartOffset },
    ...{ aborted, preferredReplica, records },
  };
}
