import { BrokerError } from './broker-error.js';
import { WireReader } from './wire-reader.js';
import type { WireRequest } from './wire-request.js';
import { WireWriter } from './wire-writer.js';

const FETCH = 1;
/** The last one without compact types; Kafka 2.3 and newer. */
export const FETCH_VERSION = 11;
const READ_COMMITTED = 1;
const NO_SESSION_EPOCH = -1;
const UNKNOWN = -1;

export interface FetchOptions {
  readonly topic: string;
  /** Partition → offset to read from. The first ones get their share first. */
  readonly positions: Iterable<readonly [partition: number, offset: number]>;
  /** The broker waits this long for a first record. */
  readonly maxWaitMs: number;
  readonly maxBytes: number;
  readonly maxBytesPerPartition: number;
}

export interface AbortedTransaction {
  readonly producerId: bigint;
  readonly firstOffset: number;
}

/** What a broker has of one partition. */
export interface FetchedPartition {
  readonly partition: number;
  /** 0, or an error of Kafka's protocol. */
  readonly errorCode: number;
  /** Where the partition ends, records of open transactions included. */
  readonly highWatermark: number;
  /** Where the first open transaction begins, or the high watermark: nothing behind it is visible. */
  readonly lastStableOffset: number;
  /** The oldest offset that is left. */
  readonly logStartOffset: number;
  /** A broker that is nearer, or -1. */
  readonly preferredReplica: number;
  readonly aborted: readonly AbortedTransaction[];
  /** Record batches; the last one may be cut. */
  readonly records: Buffer;
}

/**
 * Asks a broker for committed records of one topic.
 * https://kafka.apache.org/protocol.html#The_Messages_Fetch
 */
export function fetchRequest(options: FetchOptions): WireRequest<FetchedPartition[]> {
  const positions = [...options.positions];
  const body = new WireWriter()
    .int32(UNKNOWN) // a client, no replica
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
  body.int32(0).string(''); // forgets no topic; stands in no rack
  return {
    apiName: 'Fetch',
    apiKey: FETCH,
    apiVersion: FETCH_VERSION,
    body: body.toBuffer(),
    decode: (answer) => {
      const { errorCode, topics } = decodeFetch(answer);
      if (errorCode !== 0) throw new BrokerError('The broker refused to be read', errorCode);
      return topics.flatMap(({ partitions }) => partitions);
    },
    timeoutMs: options.maxWaitMs + 10_000,
  };
}

/** An answer as it came. */
export interface FetchAnswer {
  /** How long the client is to wait, in milliseconds. */
  readonly throttleMs: number;
  /** 0, or an error of Kafka's protocol. */
  readonly errorCode: number;
  readonly sessionId: number;
  readonly topics: readonly {
    readonly topic: string;
    readonly partitions: readonly FetchedPartition[];
  }[];
}

/** @param answer behind its header; of `FETCH_VERSION` */
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
