import { jest } from '@jest/globals';
import { createRequire } from 'node:module';
import fc from 'fast-check';
import { encodedContent } from '../../test/record-bytes.js';
import type { ProduceRequest } from '../wire/produce-request.js';
import { recordBatches, type RecordBatch } from '../wire/record-batch.js';
import { RecordCursor } from '../wire/record-cursor.js';
import { fixProduce } from './fix-produce.js';

interface Encoded {
  readonly buffer: Buffer;
}
type CreateRequest = (options: {
  correlationId: number;
  clientId: string;
  request: object;
}) => Promise<Encoded>;
type Make = (request: ProduceRequest) => { readonly request: { encode: () => Promise<Encoded> } };

const require = createRequire(import.meta.url);
const { requests } = require('kafkajs/src/protocol/requests') as {
  requests: { Produce: { protocol: (wanted: { version: number }) => Make } };
};
const original = requests.Produce.protocol;
const createRequest = require('kafkajs/src/protocol/request') as CreateRequest;

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

  const bytes = fc.uint8Array({ maxLength: 9_000 }).map((array) => Buffer.from(array));
  const newRecord = fc.record({
    ...{ key: fc.option(bytes), value: fc.option(bytes) },
    headers: fc.dictionary(fc.string({ maxLength: 30 }), bytes, { maxKeys: 3 }),
    timestamp: fc.integer({ min: NOW - 10_000_000_000, max: NOW + 10_000_000_000 }),
  });
  type NewRecord = typeof newRecord extends fc.Arbitrary<infer T> ? T : never;

  /** Returns a record with the encoded key, value and headers instead of these members. */
  const encoded = ({ key, value, headers, timestamp }: NewRecord) => {
    const content = encodedContent({
      ...{ key, value },
      headers: Object.entries(headers).map(([name, bytes]) => [Buffer.from(name), bytes]),
    });
    const bytes = Buffer.concat([Buffer.from('before'), content, Buffer.from('after')]);
    return { content: { bytes, start: 6, end: 6 + content.length }, timestamp };
  };

  it('writes encoded content like new content, also next to it and compressed', async () => {
    const records = fc.array(fc.tuple(newRecord, fc.boolean()), { minLength: 1, maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(records, fc.constantFrom(0, 1), async (all, compression) => {
        const messages = all.map(([record, isEncoded]) => (isEncoded ? encoded(record) : record));
        const expected = requestOf(...all.map(([record]) => record));
        const request = { ...requestOf(...messages), compression };
        const written = await encode(fixed(7), request);
        const wanted = await encode(fixed(7), { ...expected, compression });
        expect(Buffer.compare(written, wanted)).toBe(0);
      }),
      { numRuns: 50 },
    );
  });

  it.each([1, 100, 1_000, 30_000])(
    'writes the whole request like kafkajs, with a client id of %s characters',
    async (length) => {
      const ids = { correlationId: 7, clientId: textOfLength(length) };
      const large = requestOf({ key: 'k', value: textOfLength(100_000), headers: HEADERS });
      const request = (make: Make) => createRequest({ ...ids, request: make(large).request });
      const [written, wanted] = [await request(fixed(7)), await request(original({ version: 7 }))];
      expect(written.buffer.equals(wanted.buffer)).toBe(true);
    },
  );

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
