import { createRequire } from 'node:module';
import type { KafkaMessage } from 'kafkajs';
import { decodeFetch, FETCH_VERSION, type FetchedPartition } from '../wire/fetch-request.js';
import { objectBytes, unpackedLimit } from '../compression/unpacked-limit.js';
import { recordBatches, UnreadableBatchError, type RecordBatch } from '../wire/record-batch.js';
import { positionBehind, visibleBatches } from '../wire/visible-batches.js';

/** What kafkajs makes of an answer's record; only what it looks at itself. */
type DecodedMessage = Pick<KafkaMessage, 'key' | 'value' | 'offset' | 'timestamp'> & {
  readonly headers: object;
  /** Never handed over; positions move past it. */
  readonly isControlRecord: boolean;
  readonly unreadable?: UnreadableBatchError;
};

interface RecordDecoder {
  readVarIntBytes(): Buffer;
}
interface FetchResponse {
  decode: (raw: Buffer) => Promise<object>;
}

const require = createRequire(import.meta.url);
const Decoder = require('kafkajs/src/protocol/decoder') as new (bytes: Buffer) => RecordDecoder;
const decodeRecord = require('kafkajs/src/protocol/recordBatch/record/v0/decoder') as (
  record: RecordDecoder,
  batch: object,
) => DecodedMessage;
const { LOG_APPEND_TIME } = require('kafkajs/src/protocol/timestampTypes') as {
  LOG_APPEND_TIME: number;
};

/**
 * Lets kafkajs 2.2.4, its last release, read as `followTopic` does. By itself it
 * - ends for good at a batch that cannot be unpacked, whichever partition it is of, and gzip's it
 *   unpacks without a limit. Here such a batch stands as its partition's last message, see
 *   `unreadableBatch`; what is behind it is left out as if it had not come yet;
 * - unpacks all of an answer at once: a megabyte may hold ten batches that are just not too large, and
 *   the answer has twelve. Here an answer ends, in the same way, when it is as large as a batch may be;
 * - fails at batches of more records than a call may have arguments (some 100,000);
 * - hands over some records of aborted transactions that overlap, as it goes through these in the
 *   order in which they ended;
 * - stands still before an answer of nothing but batches that compaction has emptied.
 *
 * Once for the process; clients make their requests later. Kafka 2.3 and newer answer so.
 */
export function mendFetch(): void {
  const path = `kafkajs/src/protocol/requests/fetch/v${String(FETCH_VERSION)}/response`;
  (require(path) as FetchResponse).decode = (raw) =>
    new Promise((resolve) => {
      resolve(decodeAnswer(raw));
    });
}

/** @returns why the batch that this message stands for cannot be read; undefined for a record */
export function unreadableBatch(message: object): UnreadableBatchError | undefined {
  return (message as Partial<DecodedMessage>).unreadable;
}

/** Bytes that may still be made of an answer. */
interface Room {
  left: number;
}

/** Which partition of an answer is the first: what is left out is not always of the same ones. */
let turn = 0;

/** In the form of kafkajs' own decoder. It would wait out the throttling a second time. */
function decodeAnswer(raw: Buffer): object {
  const { throttleMs, errorCode, sessionId, topics } = decodeFetch(raw);
  const room: Room = { left: unpackedLimit() };
  const parts = topics.flatMap(({ partitions }) => partitions);
  const first = (turn += 1) % Math.max(1, parts.length);
  const inTurn = [...parts.slice(first), ...parts.slice(0, first)];
  const messages = new Map(inTurn.map((part) => [part, decodeMessages(part, room)]));
  return {
    throttleTime: 0,
    clientSideThrottleTime: throttleMs,
    errorCode,
    sessionId,
    responses: topics.map(({ topic, partitions }) => ({
      topicName: topic,
      partitions: partitions.map((part) => ({
        partition: part.partition,
        errorCode: part.errorCode,
        highWatermark: String(part.highWatermark),
        lastStableOffset: String(part.lastStableOffset),
        lastStartOffset: String(part.logStartOffset),
        abortedTransactions: [], // nothing of them is left
        preferredReadReplica: part.preferredReplica,
        messages: messages.get(part),
      })),
    })),
  };
}

function decodeMessages({ records, aborted }: FetchedPartition, room: Room): DecodedMessage[] {
  const messages: DecodedMessage[] = [];
  try {
    for (const batch of visibleBatches(recordBatches(records), aborted)) {
      if (room.left <= 0) return messages;
      for (const message of decodeBatch(batch, room)) messages.push(message);
    }
  } catch (error) {
    if (!(error instanceof UnreadableBatchError)) throw error;
    // Its last offset: a position in the middle of the batch is not behind that.
    messages.push({ ...placeholder(error.nextOffset - 1), unreadable: error });
    return messages;
  }
  const last = (positionBehind(records) ?? 0) - 1;
  const isBehind = last > Number(messages.at(-1)?.offset ?? -1);
  if (isBehind) messages.push({ ...placeholder(last), isControlRecord: true });
  return messages;
}

function decodeBatch(batch: RecordBatch, room: Room): DecodedMessage[] {
  const records = batch.recordsForObjects();
  room.left -= objectBytes(records, batch.count);
  const decoder = new Decoder(records);
  const { appendTimestamp } = batch;
  const context = {
    magicByte: 2,
    firstOffset: String(batch.baseOffset),
    firstTimestamp: String(batch.baseTimestamp),
    ...(appendTimestamp === undefined
      ? {}
      : { timestampType: LOG_APPEND_TIME, maxTimestamp: String(appendTimestamp) }),
  };
  const messages: DecodedMessage[] = [];
  try {
    for (let left = batch.count; left > 0; left -= 1) {
      messages.push(decodeRecord(new Decoder(decoder.readVarIntBytes()), context));
    }
  } catch (cause) {
    throw new UnreadableBatchError('CORRUPT_BATCH', batch, 'it is damaged.', { cause });
  }
  return messages;
}

function placeholder(offset: number): DecodedMessage {
  const empty = { key: null, value: null, timestamp: '-1', headers: {} };
  return { ...empty, offset: String(offset), isControlRecord: false };
}
