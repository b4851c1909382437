import { jest } from '@jest/globals';
import { createRequire } from 'node:module';
import type { ProduceRequest } from '../wire/produce-request.js';
import { recordBatches, type RecordBatch } from '../wire/record-batch.js';
import { RecordCursor } from '../wire/record-cursor.js';
import { fixProduce } from './fix-produce.js';

interface Encoded {
  readonly buffer: Buffer;
}
type Make = (request: ProduceRequest) => { readonly request: { encode: () => Promise<Encoded> } };

const require = createRequire(import.meta.url);
const { requests } = require('kafkajs/src/protocol/requests') as {
  requests: { Produce: { protocol: (wanted: { version: number }) => Make } };
};
const original = requests.Produce.protocol;

const NOW = 1_764_100_000_000;
const REQUEST = { acks: -1, timeout: 30_000, producerId: '9007199254740993', producerEpoch: 7 };

const requestOf = (...messages: object[]): ProduceRequest => ({
  ...REQUEST,
  topicData: [{ topic: 'tópic', partitions: [{ partition: 3, firstSequence: 5, messages }] }],
});

const encode = async (make: Make, request: ProduceRequest) =>
  Buffer.from((await make(request).request.encode()).buffer);

const textOfLength = (length: number) => 'x'.repeat(length);
const HEADERS = { ce_id: 'a', ce_type: 'lethe.ä.v1', list: ['1', '2'], bytes: Buffer.of(0, 255) };

describe('fixProduce', () => {
  beforeAll(() => {
    jest.spyOn(Date, 'now').mockReturnValue(NOW);
    fixProduce();
    fixProduce(); // each new client calls `fixProduce` again
  });
  afterAll(() => {
    jest.restoreAllMocks();
  });

  const fixed = (version: number) => requests.Produce.protocol({ version });

  it.each<[string, ProduceRequest]>([
    ['a record', requestOf({ key: 'key', value: '{"a":1}', headers: HEADERS })],
    ['bytes', requestOf({ key: Buffer.of(0, 128), value: Buffer.alloc(300, 7) })],
    ['no key, and no value', requestOf({ key: null, value: null, headers: {} })],
    ['empty texts', requestOf({ key: '', value: '', headers: { '': '' } })],
    [
      'texts with several bytes per character',
      requestOf({ key: 'ü€😀', value: '€'.repeat(5_000) }),
    ],
    ['a lone surrogate', requestOf({ key: '\ud800', value: `${textOfLength(80)}\udc00` })],
    // The encoder has separate code for texts of up to 21 characters, for records of less than 64
    // bytes, and for records of 8 KiB or more.
    ...[19, 20, 21, 22, 40, 50, 54, 55, 56, 57, 58, 59, 62, 63, 64, 65, 127, 128].map(
      (length): [string, ProduceRequest] => [
        `${length} bytes`,
        requestOf({ value: textOfLength(length) }),
      ],
    ),
    ...[8_170, 8_183, 8_184, 8_185, 8_192, 200_000, 1_100_000].map(
      (length): [string, ProduceRequest] => [
        `${length} bytes`,
        requestOf({ value: textOfLength(length) }),
      ],
    ),
    [
      'times that are far apart and not sorted',
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
          value: textOfLength(n),
          headers: HEADERS,
        })),
      ),
    ],
    ['a transaction', { ...requestOf({ key: 'k', value: 'v' }), transactionalId: 'lethe.relay' }],
    ['no producer id', { acks: 1, timeout: 1, topicData: requestOf({ value: 'v' }).topicData }],
    ['gzip', { ...requestOf({ key: 'k', value: textOfLength(10_000) }), compression: 1 }],
    [
      'several topics and partitions',
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
  ])('encodes %s like kafkajs', async (_, request) => {
    for (const version of [3, 7]) {
      const expected = await encode(original({ version }), request);
      // `compare` is faster than `toEqual`.
      expect(Buffer.compare(await encode(fixed(version), request), expected)).toBe(0);
    }
  });

  it('keeps the encoder of kafkajs for brokers before Kafka 0.11', () => {
    expect(fixed(2)).toBe(original({ version: 2 }));
  });

  it('encodes a missing value of a header differently from an empty value', async () => {
    const headers = { none: null, empty: '', some: ['a', null] };
    const batch = batchOf(await encode(fixed(7), requestOf({ value: 'v', headers })));
    const bytes = batch.records();
    expect([...bytes.subarray(bytes.indexOf('none') + 4)]).toEqual([
      ...[1, 10, ...Buffer.from('empty'), 0], // 1 encodes -1, 10 encodes 5
      ...[8, ...Buffer.from('some'), 2, ...Buffer.from('a')],
      ...[8, ...Buffer.from('some'), 1],
    ]);
    const cursor = new RecordCursor(batch);
    expect(cursor.next()).toBe(true);
    expect(cursor.value?.toString()).toBe('v');
    expect(cursor.next()).toBe(false);
  });

  it('rejects a codec that is not supported for writing', async () => {
    const packed = { ...requestOf({ value: 'v' }), compression: 3 };
    await expect(encode(fixed(7), packed)).rejects.toThrow('Codec 3 is not supported for writing.');
  });
});

function batchOf(body: Buffer): RecordBatch {
  const at = body.indexOf('tópic') + Buffer.byteLength('tópic') + 4 + 4 + 4;
  const [batch] = [...recordBatches(body.subarray(at))];
  if (batch === undefined) throw new Error('no batch');
  return batch;
}
