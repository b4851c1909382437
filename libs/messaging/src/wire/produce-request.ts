import { setImmediate as nextTurn } from 'node:timers/promises';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { CODECS } from '../compression/unpack.js';
import { crc32c } from './crc32c.js';
import { expectedBytes, RecordWriter, type WritableRecord } from './record-writer.js';
import {
  ATTRIBUTES,
  BASE_TIMESTAMP,
  COUNT,
  CRC,
  HEADER_ENDS,
  LAST_OFFSET_DELTA,
  LENGTH,
  LENGTH_ENDS,
  MAGIC,
  MAX_TIMESTAMP,
  PARTITION_LEADER_EPOCH,
  PRODUCER_EPOCH,
  PRODUCER_ID,
  FIRST_SEQUENCE,
  TRANSACTIONAL,
} from './batch-layout.js';

const pack = promisify(gzip);

/** The event loop runs after this number of records, which take about a millisecond. */
const RECORDS_PER_TURN = 300;

const MAX_INT64 = 2n ** 63n - 1n;

/** A request in the form of kafkajs. */
export interface ProduceRequest {
  readonly transactionalId?: string | null;
  readonly acks: number;
  /** Maximum wait for replicas, in milliseconds. */
  readonly timeout: number;
  /** A 64-bit number, as a text or as a value with `toString`. */
  readonly producerId?: { toString(): string };
  readonly producerEpoch?: number;
  /** A number of `CODECS`, of which only gzip is supported, or 0 for no compression. */
  readonly compression?: number;
  readonly topicData: readonly {
    readonly topic: string;
    readonly partitions: readonly PartitionData[];
  }[];
}

interface PartitionData {
  readonly partition: number;
  readonly firstSequence?: number;
  readonly messages: readonly TimedRecord[];
}

type TimedRecord = WritableRecord & {
  /** Milliseconds since the epoch. If absent, the current time is used. */
  readonly timestamp?: string | number | null;
};

/** Size of a partition number or of a length. */
const INT32_BYTES = 4;
/** Expected size of the members of a request other than its records. */
const EXPECTED_BYTES = 1_024;

/**
 * Returns the body of a produce request of version 3 to 8, with batches of format 2. The body is
 * written into one buffer, because each copy of a request of 1 MB takes a quarter of a millisecond.
 * @param ahead bytes to leave free before the body
 * @see https://kafka.apache.org/protocol#The_Messages_Produce
 */
export async function encodeProduce(request: ProduceRequest, ahead = 0): Promise<Buffer> {
  const { transactionalId = null, acks, timeout, topicData } = request;
  const body = new RecordWriter(ahead + sizeOf(request));
  body.skip(ahead);
  if (transactionalId === null) body.int16(-1);
  else body.string(transactionalId);
  body.int16(acks).int32(timeout).int32(topicData.length);
  let recordsSincePause = 0;
  for (const { topic, partitions } of topicData) {
    body.string(topic).int32(partitions.length);
    for (const data of partitions) {
      await writeBatch(body.int32(data.partition), data, request);
      recordsSincePause += data.messages.length;
      if (recordsSincePause >= RECORDS_PER_TURN) {
        await nextTurn();
        recordsSincePause = 0;
      }
    }
  }
  return body.toBuffer();
}

/** Returns the expected size of a request. */
function sizeOf({ topicData }: ProduceRequest): number {
  let bytes = EXPECTED_BYTES;
  for (const { partitions } of topicData) {
    for (const { messages } of partitions) {
      bytes += INT32_BYTES + INT32_BYTES + HEADER_ENDS + expectedBytes(messages);
    }
  }
  return bytes;
}

/** Writes the length of a batch, and the batch. */
async function writeBatch(
  body: RecordWriter,
  data: PartitionData,
  request: ProduceRequest,
): Promise<void> {
  const { messages, firstSequence = 0 } = data;
  const { transactionalId, producerId = -1, producerEpoch = 0, compression = 0 } = request;
  const now = Date.now();
  const [first, last] = firstAndLast(messages, now);
  const lengthAt = body.skip(INT32_BYTES);
  const batchAt = body.skip(HEADER_ENDS);
  for (let index = 0; index < messages.length; index += 1) {
    const message = messages[index] ?? {};
    body.add(message, index, timeOf(message, now) - first);
  }
  if (compression !== 0) {
    const recordsAt = batchAt + HEADER_ENDS;
    body.replace(recordsAt, await packed(body.from(recordsAt), compression));
  }
  const batch = body.from(batchAt);
  body.from(lengthAt).writeInt32BE(batch.length, 0);
  batch.writeBigInt64BE(0n, 0); // the broker sets the offset
  batch.writeInt32BE(batch.length - LENGTH_ENDS, LENGTH);
  batch.writeInt32BE(0, PARTITION_LEADER_EPOCH);
  batch.writeInt8(2, MAGIC);
  const isTransactional = transactionalId !== undefined && transactionalId !== null;
  batch.writeInt16BE(compression | (isTransactional ? TRANSACTIONAL : 0), ATTRIBUTES);
  batch.writeInt32BE(messages.length - 1, LAST_OFFSET_DELTA);
  batch.writeBigInt64BE(toInt64(first), BASE_TIMESTAMP);
  batch.writeBigInt64BE(toInt64(last), MAX_TIMESTAMP);
  batch.writeBigInt64BE(BigInt(producerId.toString()), PRODUCER_ID);
  batch.writeInt16BE(producerEpoch, PRODUCER_EPOCH);
  batch.writeInt32BE(firstSequence, FIRST_SEQUENCE);
  batch.writeInt32BE(messages.length, COUNT);
  batch.writeUInt32BE(crc32c(batch.subarray(ATTRIBUTES)), CRC);
}

/** Does not use `Math.min(...times)`, because a call can have only about 100,000 arguments. */
function firstAndLast(
  messages: readonly TimedRecord[],
  now: number,
): [first: number, last: number] {
  if (messages.length === 0) return [now, now];
  let [first, last] = [Infinity, -Infinity];
  for (const message of messages) {
    const time = timeOf(message, now);
    if (time < first) first = time;
    if (time > last) last = time;
  }
  return [first, last];
}

function timeOf({ timestamp }: TimedRecord, now: number): number {
  return timestamp == null ? now : Number(timestamp);
}

/** As a number, the largest time of a record is rounded up to 2^63, which 64 bits cannot hold. */
function toInt64(time: number): bigint {
  const exact = BigInt(time);
  return exact > MAX_INT64 ? MAX_INT64 : exact;
}

/** @throws Error for a codec that is supported only for reading */
function packed(records: Buffer, compression: number): Promise<Buffer> {
  if (compression !== CODECS.gzip)
    throw new Error(`Codec ${compression} is not supported for writing.`);
  return pack(records);
}
