import { createRequire } from 'node:module';
import { gzipSync } from 'node:zlib';
import { batch } from '../../test/batch-bytes.js';
import { varint } from '../../test/record-bytes.js';
import { limitUnpackedBatches } from '../compression/unpacked-limit.js';
import { fixFetch, unreadableBatch } from './fix-fetch.js';
import { WireWriter } from '../wire/wire-writer.js';

const GZIP = 1;
const TRANSACTIONAL = 0x10;
const CONTROL = 0x20;
const ABORT = Buffer.from([0, 0, 0, 0]);
const HEADER_ENDS = 61;

interface Message {
  readonly offset: string;
  readonly isControlRecord: boolean;
}
interface Answer {
  responses: { topicName: string; partitions: { partition: number; messages: Message[] }[] }[];
}
const require = createRequire(import.meta.url);
const response = require('kafkajs/src/protocol/requests/fetch/v11/response') as {
  decode: (raw: Buffer) => Promise<Answer>;
};

const data = (offset: number, producerId = -1): Buffer => {
  const attributes = producerId < 0 ? 0 : TRANSACTIONAL;
  return batch({
    ...{ baseOffset: offset, lastOffsetDelta: 0, producerId, attributes },
    key: Buffer.from('k'),
  });
};
const abort = (offset: number, producerId: number): Buffer =>
  batch({
    ...{ baseOffset: offset, lastOffsetDelta: 0, producerId },
    ...{ attributes: TRANSACTIONAL | CONTROL, key: ABORT },
  });

/** Returns a compressed batch of empty records. */
function packed(baseOffset: number, count: number): Buffer {
  const records = Array.from({ length: count }, (_, delta) => [0, 0, ...varint(delta), 1, 1, 0]);
  const content = Buffer.from(records.flatMap((record) => [record.length * 2, ...record]));
  const body = gzipSync(content);
  const head = batch({ baseOffset, lastOffsetDelta: count - 1, attributes: GZIP });
  head.writeInt32BE(HEADER_ENDS - 12 + body.length, 8);
  head.writeInt32BE(count, HEADER_ENDS - 4);
  return Buffer.concat([head, body]);
}

/** Returns the messages that kafkajs decodes from an answer with these partitions. */
async function decode(
  partitions: readonly (readonly Buffer[])[],
  aborted: readonly (readonly [producerId: number, firstOffset: number])[] = [],
): Promise<readonly Message[][]> {
  const raw = new WireWriter().int32(0).int16(0).int32(0).int32(1).string('t');
  raw.int32(partitions.length);
  for (const [partition, batches] of partitions.entries()) {
    raw.int32(partition).int16(0).int64(99).int64(99).int64(0).int32(aborted.length);
    for (const [producerId, firstOffset] of aborted) raw.int64(producerId).int64(firstOffset);
    const records = Buffer.concat(batches);
    raw.int32(-1).int32(records.length).bytes(records);
  }
  const { responses } = await response.decode(raw.toBuffer());
  return responses[0]!.partitions.map(({ messages }) => messages);
}

const shown = (messages: readonly Message[] = []): unknown[] =>
  messages.map((message) => {
    const { offset, isControlRecord } = message;
    return unreadableBatch(message)?.type ?? (isControlRecord ? `(${offset})` : Number(offset));
  });

describe('fixFetch', () => {
  beforeAll(fixFetch);
  afterEach(() => {
    limitUnpackedBatches();
  });

  it('returns an unreadable batch instead of a batch that is too large, and reads the other partitions', async () => {
    limitUnpackedBatches(100_000);
    const partitions = await decode([[data(0), packed(1, 20_000), data(20_001)], [data(0)]]);
    expect(partitions.map(shown)).toEqual([[0, 'BATCH_TOO_LARGE'], [0]]);
    const placeholder = partitions[0]![1]!;
    expect(unreadableBatch(placeholder)).toMatchObject({ offset: 1, nextOffset: 20_001 });
    // The message has the last offset of the batch. So a consumer whose position is inside the
    // batch also gets the message.
    expect(placeholder.offset).toBe('20000');
  });

  it('includes the memory of the record objects in the size of a batch', async () => {
    const limit = 1_000_000; // the bytes of 20,000 empty records are 160 KB
    limitUnpackedBatches(limit);
    expect((await decode([[packed(0, 20_000)]])).map(shown)).toEqual([['BATCH_TOO_LARGE']]);
    limitUnpackedBatches(20 * limit);
    expect((await decode([[packed(0, 20_000)]]))[0]).toHaveLength(20_000);
  });

  it('returns an unreadable batch instead of damaged records, and omits later records', async () => {
    const damaged = data(1);
    damaged.writeInt32BE(2, HEADER_ENDS - 4); // the batch has only one record
    expect((await decode([[data(0), damaged, data(2)]])).map(shown)).toEqual([
      [0, 'CORRUPT_BATCH'],
    ]);
    const cut = packed(1, 10);
    cut.fill(0, HEADER_ENDS);
    expect((await decode([[data(0), cut]])).map(shown)).toEqual([[0, 'CORRUPT_BATCH']]);
  });

  it('reads a batch of 150,000 records', async () => {
    const [messages] = await decode([[packed(7, 150_000)]]);
    expect(messages).toHaveLength(150_000);
    expect(messages?.at(-1)?.offset).toBe('150006');
  });

  it('omits the records above the size limit of an answer, not always from the same partition', async () => {
    limitUnpackedBatches(600_000);
    // Each packed batch has half a megabyte.
    const log = [packed(0, 1_000), packed(1_000, 1_000), data(2_000)];
    const answers = [await decode([log, log]), await decode([log, log])];
    const lengths = answers.map((partitions) => partitions.map(({ length }) => length));
    expect(lengths.sort()).toEqual([
      [0, 2_000],
      [2_000, 0],
    ]);
    // No message follows the omitted records. If there were such a message, kafkajs would never
    // read the omitted records.
    for (const partitions of answers) {
      expect(shown(partitions.flat()).at(-1)).toBe(1_999);
    }
  });

  it('omits the records of aborted transactions that overlap', async () => {
    const log = [data(0, 1), data(1, 2), data(2, 1), abort(3, 2), abort(4, 1)];
    const aborted = [
      [2, 1],
      [1, 0],
    ] as const;
    expect((await decode([log], aborted)).map(shown)).toEqual([['(4)']]);
    expect((await decode([[...log, data(5, 1)]], aborted)).map(shown)).toEqual([[5]]);
  });

  it('moves the position to the end of batches that compaction emptied', async () => {
    const emptied = batch({ baseOffset: 3, lastOffsetDelta: 6 });
    expect((await decode([[emptied]])).map(shown)).toEqual([['(9)']]);
    expect((await decode([[]])).map(shown)).toEqual([[]]);
  });
});
