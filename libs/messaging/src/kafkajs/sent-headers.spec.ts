import { createRequire } from 'node:module';
import type { PartitionHeaders } from '../records/partition-records.js';
import { sentHeaders } from './sent-headers.js';

const require = createRequire(import.meta.url);
const Decoder = require('kafkajs/src/protocol/decoder') as new (bytes: Buffer) => object;
const encode = require('kafkajs/src/protocol/recordBatch/record/v0') as (record: object) => {
  buffer: Buffer;
};
const decode = require('kafkajs/src/protocol/recordBatch/record/v0/decoder') as (
  decoder: object,
  context: object,
) => { headers: PartitionHeaders };

/** Returns headers as kafkajs decodes them. */
function received(headers: readonly [string, unknown][]): PartitionHeaders {
  const { buffer } = encode({ value: 'x', headers: Object.fromEntries(headers) });
  const decoder = new Decoder(buffer.subarray(1)); // skips the length, which is one byte here
  return decode(decoder, { firstOffset: '0', firstTimestamp: '0' }).headers;
}

describe('sentHeaders', () => {
  it.each(['constructor', 'toString', 'valueOf', '__proto__', 'hasOwnProperty'])(
    'returns the sent headers if a header has the name %s',
    (name) => {
      const one = received([[name, 'a']]);
      expect(Object.values(one)).not.toEqual([Buffer.from('a')]); // the defect of kafkajs
      expect(Object.entries(sentHeaders(one))).toEqual([[name, Buffer.from('a')]]);
      const several = sentHeaders(
        received([
          [name, ['a', 'b']],
          ['plain', 'c'],
        ]),
      );
      expect(Object.entries(several)).toEqual([
        [name, [Buffer.from('a'), Buffer.from('b')]],
        ['plain', Buffer.from('c')],
      ]);
    },
  );

  it('returns the same object if no header has the name of an inherited member', () => {
    const headers = received([['plain', ['a', 'b']]]);
    expect(sentHeaders(headers)).toBe(headers);
  });
});
