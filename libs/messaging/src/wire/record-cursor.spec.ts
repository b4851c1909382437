import fc from 'fast-check';
import { RecordBatch } from './record-batch.js';
import { RecordCursor } from './record-cursor.js';

interface Given {
  readonly time: number;
  readonly key: Uint8Array | null;
  readonly value: Uint8Array | null;
}

/** Encodes a number like Kafka: zigzag, then seven bits per byte. */
function varint(value: number): number[] {
  const bytes: number[] = [];
  let raw = BigInt.asUintN(64, (BigInt(value) << 1n) ^ (BigInt(value) >> 63n));
  for (; raw >= 128n; raw >>= 7n) bytes.push(Number(raw & 127n) | 128);
  return [...bytes, Number(raw)];
}

function fieldOf(bytes: Uint8Array | null): number[] {
  return bytes === null ? [1] : [...varint(bytes.length), ...bytes];
}

function hexOf(bytes: Uint8Array | null): string | null {
  return bytes && Buffer.from(bytes).toString('hex');
}

function cursorOf(records: readonly Given[]): RecordCursor {
  const encoded = records.map(({ time, key, value }, index) => {
    const headers = [2, ...fieldOf(Buffer.from('name')), ...fieldOf(Buffer.from(String(index)))];
    const content = [0, ...varint(time), ...varint(index), ...fieldOf(key), ...fieldOf(value)];
    return Buffer.from([...varint(content.length + headers.length), ...content, ...headers]);
  });
  const head = Buffer.alloc(61);
  head.writeInt8(2, 16);
  head.writeBigInt64BE(1_000n, 0);
  head.writeBigInt64BE(5_000n, 27);
  head.writeInt32BE(records.length, 57);
  return new RecordCursor(new RecordBatch(Buffer.concat([head, ...encoded])));
}

/** Lengths around the ends of one and two bytes. */
const field = fc.option(
  fc.oneof(
    fc.uint8Array({ maxLength: 5 }),
    fc.constantFrom(63, 64, 8_191, 8_192).map((length) => new Uint8Array(length).fill(7)),
  ),
);
const time = fc.oneof(
  fc.integer({ min: -70, max: 70 }),
  fc.constantFrom(-8_193, 8_192, -(2 ** 31), 2 ** 31, 2 ** 40, 1 - 2 ** 53, -(2 ** 60), 2 ** 60),
);

describe('RecordCursor', () => {
  it('reads the records that were encoded', () => {
    const given = fc.record({ time, key: field, value: field });
    fc.assert(
      fc.property(fc.array(given, { maxLength: 80 }), (records) => {
        const cursor = cursorOf(records);
        for (const [index, { time, key, value }] of records.entries()) {
          expect(cursor.next()).toBe(true);
          expect([cursor.offset, cursor.timestamp]).toEqual([1_000 + index, 5_000 + time]);
          const { bytes, keyStart, keyEnd, valueStart, valueEnd } = cursor;
          const inBytes = [
            keyStart < 0 ? null : bytes.subarray(keyStart, keyEnd),
            valueStart < 0 ? null : bytes.subarray(valueStart, valueEnd),
          ];
          expect([cursor.key, cursor.value].map(hexOf)).toEqual([key, value].map(hexOf));
          expect(inBytes.map(hexOf)).toEqual([key, value].map(hexOf));
          expect(cursor.headers()).toEqual({ name: String(index) });
        }
        expect(cursor.next()).toBe(false);
      }),
      { numRuns: 30 },
    );
  });

  it('ends a key and a value at the end of a batch that is cut off', () => {
    const cursor = cursorOf([{ time: 0, key: Buffer.from('key'), value: Buffer.from('value') }]);
    const { bytes } = cursor;
    const batch = {
      records: () => bytes.subarray(0, 8),
      baseOffset: 0,
      baseTimestamp: 0,
      count: 1,
    };
    const cut = new RecordCursor(batch as unknown as RecordBatch);
    expect(cut.next()).toBe(true);
    expect([cut.key, cut.value].map(String)).toEqual(['key', '']);
  });
});
