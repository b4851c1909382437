import { createRequire } from 'node:module';
import fc from 'fast-check';
import { batch } from '../../test/batch-bytes.js';
import {
  encodedContent,
  encodedRecord,
  varint,
  type RecordParts,
} from '../../test/record-bytes.js';
import { RecordBatch } from '../wire/record-batch.js';
import { RecordWriter } from '../wire/record-writer.js';
import { decodeRecords, type FetchedRecord } from './fetched-record.js';

const require = createRequire(import.meta.url);
const Decoder = require('kafkajs/src/protocol/decoder') as new (bytes: Buffer) => {
  readVarIntBytes(): Buffer;
};
const decodeWithKafkajs = require('kafkajs/src/protocol/recordBatch/record/v0/decoder') as (
  record: object,
  context: object,
) => Pick<FetchedRecord, (typeof MEMBERS)[number]>;

/** The members that kafkajs and its users read. */
const MEMBERS = ['offset', 'timestamp', 'key', 'value', 'headers', 'isControlRecord'] as const;
const membersOf = (record: Pick<FetchedRecord, (typeof MEMBERS)[number]>) =>
  MEMBERS.map((member) => record[member]);

const BASE_OFFSET = 5_000_000_000;
const BASE_TIME = 1_764_100_000_000;

/** Returns a batch with the header of the log, for `count` records. */
function batchOf(count: number, { appendTime }: { appendTime?: number } = {}): RecordBatch {
  const attributes = appendTime === undefined ? 0 : 0x08;
  const head = batch({ baseOffset: BASE_OFFSET, lastOffsetDelta: 0, attributes });
  head.writeBigInt64BE(BigInt(BASE_TIME), 27);
  head.writeBigInt64BE(BigInt(appendTime ?? 0), 35);
  head.writeInt32BE(count, 57);
  return new RecordBatch(head);
}

const decode = (...records: Buffer[]) =>
  decodeRecords(batchOf(records.length), Buffer.concat(records));

const headersOf = (headers: readonly (readonly [string | Buffer, string | Buffer | null])[]) => {
  const encoded = headers.map(
    ([name, value]) =>
      [Buffer.from(name as string), value === null ? null : Buffer.from(value as string)] as const,
  );
  const [record] = decode(encodedRecord({ headers: encoded }));
  return Object.entries(record?.headers ?? {});
};

const bytes = fc.uint8Array({ maxLength: 70 }).map((array) => Buffer.from(array));
const optional = fc.option(bytes);
const name = fc.oneof(fc.constantFrom('a', 'b', 'é'), fc.string({ maxLength: 5 }));
const parts: fc.Arbitrary<RecordParts> = fc.record({
  delta: fc.nat(2 ** 31 - 1),
  milliseconds: fc.integer({ min: -(2 ** 40), max: 2 ** 40 }),
  key: optional,
  value: optional,
  headers: fc.array(
    fc.tuple(
      name.map((text) => Buffer.from(text)),
      optional,
    ),
    { maxLength: 6 },
  ),
});

describe('decodeRecords', () => {
  it('returns the same records as kafkajs', () => {
    fc.assert(
      fc.property(fc.array(parts), (all) => {
        // kafkajs adds inherited members to such headers.
        const clean = all.map(({ headers = [], ...rest }) => ({
          ...rest,
          headers: headers.filter(([key]) => !(String(key) in Object.prototype)),
        }));
        const records = Buffer.concat(clean.map((record) => encodedRecord(record)));
        const decoder = new Decoder(records);
        const context = { firstOffset: String(BASE_OFFSET), firstTimestamp: String(BASE_TIME) };
        const expected = clean.map(() =>
          decodeWithKafkajs(new Decoder(decoder.readVarIntBytes()), context),
        );
        const found = decodeRecords(batchOf(clean.length), records);
        expect(found.map(membersOf)).toEqual(expected.map(membersOf));
      }),
    );
  });

  it('returns the time of the broker, if the broker sets the times', () => {
    const batchByBroker = batchOf(1, { appendTime: 77 });
    const [record] = decodeRecords(batchByBroker, encodedRecord({ milliseconds: 5 }));
    expect(record).toMatchObject({ time: 77, timestamp: '77', isBrokersTime: true });
    expect(decode(encodedRecord({ milliseconds: 5 }))[0]).toMatchObject({
      ...{ time: BASE_TIME + 5, isBrokersTime: false },
    });
  });

  it.each(['constructor', 'toString', 'valueOf', '__proto__', 'hasOwnProperty'])(
    'returns the sent headers if a header has the name %s',
    (own) => {
      const [a, b] = [Buffer.from('a'), Buffer.from('b')];
      expect(headersOf([[own, 'a']])).toEqual([[own, a]]);
      const several = [
        [own, 'a'],
        ['plain', 'a'],
        [own, 'b'],
      ] as const;
      expect(headersOf(several)).toEqual([
        [own, [a, b]],
        ['plain', a],
      ]);
    },
  );

  it('has no header that the producer did not send', () => {
    const [record] = decode(encodedRecord({}));
    for (const own of Object.getOwnPropertyNames(Object.prototype)) {
      expect(record?.headers[own]).toBeUndefined();
    }
  });

  it('finds the last value of a header', () => {
    const other = fc.oneof(name, fc.constantFrom('__proto__', 'constructor', 'ab', '€', '\ud83d'));
    fc.assert(
      fc.property(parts, fc.array(other), (record, names) => {
        const [found] = decode(encodedRecord(record));
        for (const wanted of [...names, ...Object.keys(found?.headers ?? {})]) {
          const expected = found?.headers[wanted];
          const last = Array.isArray(expected) ? (expected.at(-1) as unknown) : expected;
          expect([wanted, found?.lastHeader(wanted)]).toEqual([wanted, last]);
        }
      }),
    );
  });

  it('distinguishes a missing value of a header from an empty value', () => {
    const headers = [
      ['none', null],
      ['empty', ''],
      ['list', null],
      ['list', 'x'],
    ] as const;
    expect(headersOf(headers)).toEqual([
      ['none', null],
      ['empty', Buffer.alloc(0)],
      ['list', [null, Buffer.from('x')]],
    ]);
  });

  it('keeps content that is written again byte for byte', () => {
    const binary: fc.Arbitrary<RecordParts> = fc.record({
      ...{ key: optional, value: optional },
      delta: fc.nat(100),
      milliseconds: fc.integer({ min: -100_000, max: 100_000 }),
      // Names that are not UTF-8, and repeated names with another header between them.
      headers: fc.array(
        fc.tuple(fc.oneof(bytes, fc.constantFrom(Buffer.of(0xff), Buffer.from('a'))), optional),
      ),
    });
    fc.assert(
      fc.property(binary, (record) => {
        const [found] = decode(encodedRecord(record));
        const { bytes: all, start, end } = found!.content;
        expect(all.subarray(start, end)).toEqual(encodedContent(record));
        const writer = new RecordWriter();
        writer.add({ content: found!.content }, record.delta!, record.milliseconds!);
        expect(writer.toBuffer()).toEqual(encodedRecord(record));
      }),
    );
  });

  const RECORD = {
    ...{ delta: 3, milliseconds: 200, key: Buffer.from('key'), value: Buffer.alloc(70, 'v') },
    headers: [[Buffer.from('a'), Buffer.from('b')]] as const,
  };

  it.each([
    0,
    -1,
    63,
    64,
    -64,
    -65,
    -(2 ** 52) - 1,
    1 - 2 ** 53,
    2 ** 53,
    -(2 ** 53),
    2 ** 62,
    -(2 ** 62),
    -1.7e18,
  ])(
    'keeps the sign and the first 53 bits of a time %d ms from the first time of its batch',
    (milliseconds) => {
      const { content } = decode(encodedRecord(RECORD))[0]!;
      for (const record of [{ value: Buffer.from('v') }, { content }]) {
        const writer = new RecordWriter();
        writer.add(record, 0, milliseconds);
        const records = writer.toBuffer();
        expect(decode(records)[0]?.time).toBe(BASE_TIME + milliseconds);
      }
    },
  );

  it('takes a key or a value of any negative length for a missing one, like other readers', () => {
    const content = Buffer.concat([
      Buffer.from([...varint(-2), ...varint(-9)]),
      Buffer.from([...varint(1), ...varint(1), 0x61, ...varint(-2)]),
    ]);
    const [record] = decode(encodedRecord({}, content));
    expect(record).toMatchObject({ key: null, value: null });
    expect(Object.entries(record!.headers)).toEqual([['a', null]]);
    expect(record!.lastHeader('a')).toBeNull();
  });

  it('rejects each truncated record', () => {
    const complete = encodedRecord(RECORD);
    for (let length = 0; length < complete.length; length += 1) {
      expect(() => decode(complete.subarray(0, length))).toThrow(RangeError);
      // The next record must not complete a truncated record.
      expect(() => decode(complete.subarray(0, length), complete)).toThrow(RangeError);
    }
  });

  it.each<[string, Buffer]>([
    ['bytes after the headers', Buffer.concat([encodedContent(RECORD), Buffer.of(0)])],
    ['a header without a name', encodedContent({ headers: [[null, Buffer.from('x')]] })],
    ['a negative number of headers', Buffer.from([1, 1, 1])],
    ['more headers than bytes', Buffer.from([1, 1, ...varint(2 ** 31)])],
    ['a key that is longer than the record', Buffer.from([1, ...varint(50), 0])],
    ['a number of more than ten bytes', Buffer.from([...Array<number>(11).fill(0x80), 0, 1, 0])],
  ])('rejects a record with %s', (_, content) => {
    const record = encodedRecord({}, content);
    expect(() => decode(record)).toThrow(RangeError);
    expect(() => decode(record, encodedRecord(RECORD), encodedRecord(RECORD))).toThrow(RangeError);
  });

  it('never reads outside of the records, whichever bytes are damaged', () => {
    const damaged = fc.array(fc.tuple(fc.nat(200), fc.nat(255)), { minLength: 1, maxLength: 3 });
    fc.assert(
      fc.property(fc.array(parts, { minLength: 1, maxLength: 3 }), damaged, (all, changes) => {
        const records = Buffer.concat(all.map((record) => encodedRecord(record)));
        for (const [at, byte] of changes) records[at % records.length] = byte;
        try {
          let end = 0;
          for (const { content, key, headers } of decodeRecords(batchOf(all.length), records)) {
            expect(content.start).toBeGreaterThan(end);
            end = content.end;
            expect(end).toBeLessThanOrEqual(records.length);
            expect([key, headers]).toHaveLength(2); // decodes both, which must not throw
          }
        } catch (error) {
          expect(error).toBeInstanceOf(RangeError);
        }
      }),
    );
  });
});
