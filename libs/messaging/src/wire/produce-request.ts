import { setImmediate as nextTurn } from 'node:timers/promises';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { CODECS } from '../compression/unpack.js';
import { crc32c } from './crc32c.js';
import { RecordWriter, type WritableRecord } from './record-writer.js';
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
import { WireWriter } from './wire-writer.js';

const pack = promisify(gzip);

/** The event loop runs after this number of records, which take about a millisecond. */
const RECORDS_PER_TURN = 300;

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
  /** Milliseconds since the epoch, in decimal. If absent, the current time is used. */
  readonly timestamp?: string | null;
};

/**
 * Returns the body of a produce request of version 3 to 8, with batches of format 2.
 * @see https://kafka.apache.org/protocol#The_Messages_Produce
 */
export async function encodeProduce(request: ProduceRequest): Promise<Buffer> {
  const { transactionalId = null, acks, timeout, topicData } = request;
  const body = new WireWriter();
  if (transactionalId === null) body.int16(-1);
  else body.string(transactionalId);
  body.int16(acks).int32(timeout).int32(topicData.length);
  let recordsSincePause = 0;
  for (const { topic, partitions } of topicData) {
    body.string(topic).int32(partitions.length);
    for (const data of partitions) {
      const batch = await encodeBatch(data, request);
      recordsSincePause += data.messages.length;
      if (recordsSincePause >= RECORDS_PER_TURN) {
        await nextTurn();
        recordsSincePause = 0;
      }
      body.int32(data.partition).int32(batch.length).bytes(batch);
    }
  }
  return body.toBuffer();
}

async function encodeBatch(data: PartitionData, request: ProduceRequest): Promise<Buffer> {
  const { messages, firstSequence = 0 } = data;
  const { transactionalId, producerId = -1, producerEpoch = 0, compression = 0 } = request;
  const now = Date.now();
  const times = messages.map(({ timestamp }) => (timestamp == null ? now : Number(timestamp)));
  const [first, last] = firstAndLast(times, now);
  const writer = new RecordWriter(HEADER_ENDS, messages.length);
  messages.forEach((message, index) => {
    writer.add(message, index, (times[index] ?? now) - first);
  });
  const batch = await packed(writer.bytes, compression);
  batch.writeBigInt64BE(0n, 0); // the broker sets the offset
  batch.writeInt32BE(batch.length - LENGTH_ENDS, LENGTH);
  batch.writeInt32BE(0, PARTITION_LEADER_EPOCH);
  batch.writeInt8(2, MAGIC);
  const isTransactional = transactionalId !== undefined && transactionalId !== null;
  batch.writeInt16BE(compression | (isTransactional ? TRANSACTIONAL : 0), ATTRIBUTES);
  batch.writeInt32BE(messages.length - 1, LAST_OFFSET_DELTA);
  batch.writeBigInt64BE(BigInt(first), BASE_TIMESTAMP);
  batch.writeBigInt64BE(BigInt(last), MAX_TIMESTAMP);
  batch.writeBigInt64BE(BigInt(producerId.toString()), PRODUCER_ID);
  batch.writeInt16BE(producerEpoch, PRODUCER_EPOCH);
  batch.writeInt32BE(firstSequence, FIRST_SEQUENCE);
  batch.writeInt32BE(messages.length, COUNT);
  batch.writeUInt32BE(crc32c(batch.subarray(ATTRIBUTES)), CRC);
  return batch;
}

/** Does not use `Math.min(...times)`, because a call can have only about 100,000 arguments. */
function firstAndLast(times: readonly number[], now: number): [first: number, last: number] {
  const [begin = now, ...rest] = times;
  return rest.reduce(
    ([first, last], time) => [Math.min(first, time), Math.max(last, time)],
    [begin, begin],
  );
}

/** @throws Error for a codec that is supported only for reading */
async function packed(batch: Buffer, compression: number): Promise<Buffer> {
  if (compression === 0) return batch;
  if (compression !== CODECS.gzip)
    throw new Error(`Codec ${compression} is not supported for writing.`);
  const records = await pack(batch.subarray(HEADER_ENDS));
  return Buffer.concat([batch.subarray(0, HEADER_ENDS), records]);
}
