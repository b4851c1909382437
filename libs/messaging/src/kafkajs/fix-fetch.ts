import { createRequire } from 'node:module';
import { decodeFetch, FETCH_VERSION, type FetchedPartition } from '../wire/fetch-request.js';
import { objectBytes, unpackedLimit } from '../compression/unpacked-limit.js';
import { recordBatches, UnreadableBatchError, type RecordBatch } from '../wire/record-batch.js';
import { positionBehind, visibleBatches } from '../wire/visible-batches.js';
import type { FetchedMessage } from './fetched-batch.js';
import { decodeRecords } from './fetched-record.js';

/** The members of a decoded message that kafkajs itself uses. */
interface DecodedMessage extends FetchedMessage {
  /** kafkajs does not hand over a control record, but moves its position past the record. */
  readonly isControlRecord: boolean;
  readonly unreadable?: UnreadableBatchError;
}

interface FetchResponse {
  decode: (raw: Buffer) => Promise<object>;
}

const require = createRequire(import.meta.url);

/**
 * Makes kafkajs 2.2.4, its last release, read as `followTopic` does. Without this fix, kafkajs
 * - ends the whole consumer at a batch that cannot be decompressed, and decompresses gzip without a
 * limit. With this fix, such a batch becomes the last message of its partition, see
 * `unreadableBatch`. The records after the batch are omitted from the answer;
 * - decompresses a whole answer at once. An answer has up to 12 MB, and each megabyte can contain
 * ten batches just below the limit. With this fix, the limit of one batch applies to the whole
 * answer. The records above the limit are omitted;
 * - fails at batches with more records than a function can have arguments (about 100,000);
 * - hands over some records of aborted transactions that overlap. The reason is that it processes
 * the transactions in the sequence of their ends;
 * - makes no progress at an answer with only batches that compaction emptied;
 * - adds inherited members of an object to the values of a header with the same name, such as
 * `constructor`;
 * - copies the headers of a record for each of its headers.
 *
 * The fix applies to the whole process, and to answers of Kafka 2.3 and newer.
 */
export function fixFetch(): void {
  const path = `kafkajs/src/protocol/requests/fetch/v${String(FETCH_VERSION)}/response`;
  (require(path) as FetchResponse).decode = (raw) =>
    new Promise((resolve) => {
      resolve(decodeAnswer(raw));
    });
}

/** Returns the error of the unreadable batch that a message represents. Undefined for a record. */
export function unreadableBatch(message: object): UnreadableBatchError | undefined {
  return (message as Partial<DecodedMessage>).unreadable;
}

/** Remaining bytes for decompressed records of the answer. */
interface Budget {
  left: number;
}

/**
 * Number of decoded answers. The decoder starts at another partition for each answer. If it always
 * started at the same partition, the limit would always omit the records of the same partitions.
 */
let answerCount = 0;

/**
 * Returns an answer in the form of the kafkajs decoder. `throttleTime` is 0, because kafkajs
 * already waits for `clientSideThrottleTime`.
 */
function decodeAnswer(raw: Buffer): object {
  const { throttleMs, errorCode, sessionId, topics } = decodeFetch(raw);
  const budget: Budget = { left: unpackedLimit() };
  const all = topics.flatMap(({ partitions }) => partitions);
  const first = (answerCount += 1) % Math.max(1, all.length);
  const rotated = [...all.slice(first), ...all.slice(0, first)];
  const messages = new Map(rotated.map((part) => [part, decodeMessages(part, budget)]));
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
        abortedTransactions: [], // records of aborted transactions are already omitted
        preferredReadReplica: part.preferredReplica,
        messages: messages.get(part),
      })),
    })),
  };
}

function decodeMessages({ records, aborted }: FetchedPartition, budget: Budget): DecodedMessage[] {
  const messages: DecodedMessage[] = [];
  try {
    for (const batch of visibleBatches(recordBatches(records), aborted)) {
      if (budget.left <= 0) return messages;
      for (const message of decodeBatch(batch, budget)) messages.push(message);
    }
  } catch (error) {
    if (!(error instanceof UnreadableBatchError)) throw error;
    // The message has the last offset of the batch. So a consumer whose position is inside the
    // batch also gets the message.
    messages.push({ ...placeholder(error.nextOffset - 1), unreadable: error });
    return messages;
  }
  const last = (positionBehind(records) ?? 0) - 1;
  const isBehind = last > Number(messages.at(-1)?.offset ?? -1);
  if (isBehind) messages.push({ ...placeholder(last), isControlRecord: true });
  return messages;
}

function decodeBatch(batch: RecordBatch, budget: Budget): DecodedMessage[] {
  const records = batch.recordsForObjects();
  budget.left -= objectBytes(records, batch.count);
  try {
    return decodeRecords(batch, records);
  } catch (cause) {
    throw new UnreadableBatchError('CORRUPT_BATCH', batch, 'it is damaged.', { cause });
  }
}

function placeholder(offset: number): DecodedMessage {
  const empty = { key: null, value: null, headers: {}, lastHeader: () => undefined };
  const content = { bytes: Buffer.alloc(0), start: 0, end: 0 };
  const times = { time: -1, timestamp: '-1', isBrokersTime: false };
  return { ...empty, ...times, content, offset: String(offset), isControlRecord: false };
}
