import { jest } from '@jest/globals';
import { createRequire } from 'node:module';
import type { ProduceRequest } from '../wire/produce-request.js';
import { recordBatches, type RecordBatch } from '../wire/record-batch.js';
import { RecordCursor } from '../wire/record-cursor.js';
import { mendProduce } from './mend-produce.js';

interface Encoded {
  readonly buffer: Buffer;
}
type Make = (asked: ProduceRequest) => { readonly request: { encode: () => Promise<Encoded> } };

const require = createRequire(import.meta.url);
const { requests } = require('kafkajs/src/protocol/requests') as {
  requests: { Produce: { protocol: (wanted: { version: number }) => Make } };
};
const theirs = requests.Produce.protocol;

const NOW = 1_764_100_000_000;
const REQUEST = { acks: -1, timeout: 30_000, producerId: '9007199254740993', producerEpoch: 7 };

const requestOf = (...messages: object[]): ProduceRequest => ({
  ...REQUEST,
  topicData: [{ topic: 'tópic', partitions: [{ partition: 3, firstSequence: 5, messages }] }],
});

const encode = async (make: Make, request: ProduceRequest) =>
  Buffer.from((await make(request).request.encode()).buffer);

const ofLength = (length: number) => 'x'.repeat(length);
const HEADERS = { ce_id: 'a', ce_type: 'lethe.ä.v1', list: ['1', '2'], bytes: Buffer.of(0, 255) };

describe('mendProduce', () => {
  beforeAll(() => {
    jest.spyOn(Date, 'now').mockReturnValue(NOW);
    mendProduce();
    mendProduce(); // each client does so
  });
  afterAll(() => {
    jest.restoreAllMocks();
  });

  const ours = (version: number) => requests.Produce.protocol({ version });

  it.each<[string, ProduceRequest]>([
    ['a record', requestOf({ key: 'key', value: '{"a":1}', headers: HEADERS })],
    ['bytes', requestOf({ key: Buffer.of(0, 128), value: Buffer.alloc(300, 7) })],
    ['no key, and no value', requestOf({ key: null, value: null, headers: {} })],
    ['empty texts', requestOf({ key: '', value: '', headers: { '': '' } })],
    ['texts of several bytes a character', requestOf({ key: 'ü€😀', value: '€'.repeat(5_000) })],
    ['a lone surrogate', requestOf({ key: '\ud800', value: `${ofLength(80)}\udc00` })],
    // Lengths of a field around 21 units, and of a record around 64 bytes and 8 KiB, take other ways.
    ...[19, 20, 21, 22, 40, 50, 54, 55, 56, 57, 58, 59, 62, 63, 64, 65, 127, 128].map(
      (length): [string, ProduceRequest] => [
        `${length} bytes`,
        requestOf({ value: ofLength(length) }),
      ],
    ),
    ...[8_170, 8_183, 8_184, 8_185, 8_192, 200_000, 1_100_000].map(
      (length): [string, ProduceRequest] => [
        `${length} bytes`,
        requestOf({ value: ofLength(length) }),
      ],
    ),
    [
      'times in any order, far apart',
      requestOf(
        { value: 'a', timestamp: String(NOW) },
        { value: 'b', timestamp: String(NOW + 5_000_000_000) },
        { value: 'c', timestamp: String(NOW + 70) },
      ),
    ],
    [
      'many records',
      requestOf(
        ...Array.from({ length: 300 }, (_, n) => ({
          key: `k${n}`,
          value: ofLength(n),
          headers: HEADERS,
        })),
      ),
    ],
    ['a transaction', { ...requestOf({ key: 'k', value: 'v' }), transactionalId: 'lethe.relay' }],
    ['no producer id', { acks: 1, timeout: 1, topicData: requestOf({ value: 'v' }).topicData }],
    ['gzip', { ...requestOf({ key: 'k', value: ofLength(10_000) }), compression: 1 }],
    [
      'topics and partitions',
      {
        ...REQUEST,
        topicData: ['a', 'b'].map((topic) => ({
          topic,
          partitions: [0, 1].map((partition) => ({
            partition,
            messages: [{ value: `${topic}${partition}` }],
          })),
        })),
      },
    ],
  ])('writes %s as kafkajs does', async (_, request) => {
    for (const version of [3, 7]) {
      const expected = await encode(theirs({ version }), request);
      expect(Buffer.compare(await encode(ours(version), request), expected)).toBe(0); // quicker than `toEqual`
    }
  });

  it('leaves requests of brokers before Kafka 0.11 alone', () => {
    expect(ours(2)).toBe(theirs({ version: 2 }));
  });

  it('writes a header without a value, which is not an empty one', async () => {
    const headers = { none: null, empty: '', some: ['a', null] };
    const batch = batchOf(await encode(ours(7), requestOf({ value: 'v', headers })));
    const bytes = batch.records();
    expect([...bytes.subarray(bytes.indexOf('none') + 4)]).toEqual([
      ...[1, 10, ...Buffer.from('empty'), 0], // 1 stands for -1, 10 for 5
      ...[8, ...Buffer.from('some'), 2, ...Buffer.from('a')],
      ...[8, ...Buffer.from('some'), 1],
    ]);
    const cursor = new RecordCursor(batch);
    expect(cursor.next()).toBe(true);
    expect(cursor.value?.toString()).toBe('v');
    expect(cursor.next()).toBe(false);
  });

  it('says what it cannot pack', async () => {
    const packed = { ...requestOf({ value: 'v' }), compression: 3 };
    await expect(encode(ours(7), packed)).rejects.toThrow('Nothing is packed with codec 3.');
  });
});

function batchOf(body: Buffer): RecordBatch {
  const at = body.indexOf('tópic') + Buffer.byteLength('tópic') + 4 + 4 + 4;
  const [batch] = [...recordBatches(body.subarray(at))];
  if (batch === undefined) throw new Error('no batch');
  return batch;
}
