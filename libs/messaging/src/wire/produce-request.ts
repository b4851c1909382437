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

/** After so many records, a millisecond's work, others have their turn. */
const RECORDS_OF_TURN = 300;

/** What is sent to a broker, as kafkajs has it. */
export interface ProduceRequest {
  readonly transactionalId?: string | null;
  readonly acks: number;
  /** Milliseconds that the broker may wait for replicas. */
  readonly timeout: number;
  /** 64 bits, as a text or what becomes one. */
  readonly producerId?: { toString(): string };
  readonly producerEpoch?: number;
  /** A number of `CODECS`, of which only gzip is written; 0 for none. */
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
  /** Milliseconds since the epoch, in decimal; the time of writing when absent. */
  readonly timestamp?: string | null;
};

/**
 * @returns the body of a request of version 3 to 8, whose batches are of format 2
 * @see https://kafka.apache.org/protocol#The_Messages_Produce
 */
export async function encodeProduce(request: ProduceRequest): Promise<Buffer> {
  const { transactionalId = null, acks, timeout, topicData } = request;
  const body = new WireWriter();
  if (transactionalId === null) body.int16(-1);
  else body.string(transactionalId);
  body.int16(acks).int32(timeout).int32(topicData.length);
  let sinceTurn = 0;
  for (const { topic, partitions } of topicData) {
    body.string(topic).int32(partitions.length);
    for (const data of partitions) {
      const batch = await encodeBatch(data, request);
      sinceTurn += data.messages.length;
      if (sinceTurn >= RECORDS_OF_TURN) {
        await nextTurn();
        sinceTurn = 0;
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
  const [first, last] = extent(times, now);
  const writer = new RecordWriter(HEADER_ENDS, messages.length);
  messages.forEach((message, place) => {
    writer.add(message, place, (times[place] ?? now) - first);
  });
  const batch = await packed(writer.bytes, compression);
  batch.writeBigInt64BE(0n, 0); // the broker says where it begins
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

/** Without a spread: a call may have no more than some 100,000 arguments. */
function extent(times: readonly number[], now: number): [first: number, last: number] {
  const [begin = now, ...rest] = times;
  return rest.reduce(
    ([first, last], time) => [Math.min(first, time), Math.max(last, time)],
    [begin, begin],
  );
}

/** @throws Error for a codec that is only read */
async function packed(batch: Buffer, compression: number): Promise<Buffer> {
  if (compression === 0) return batch;
  if (compression !== CODECS.gzip) throw new Error(`Nothing is packed with codec ${compression}.`);
  const records = await pack(batch.subarray(HEADER_ENDS));
  return Buffer.concat([batch.subarray(0, HEADER_ENDS), records]);
}
