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

/** As kafkajs hands them over. */
function received(headers: readonly [string, unknown][]): PartitionHeaders {
  const { buffer } = encode({ value: 'x', headers: Object.fromEntries(headers) });
  const decoder = new Decoder(buffer.subarray(1)); // behind the length, of one byte here
  return decode(decoder, { firstOffset: '0', firstTimestamp: '0' }).headers;
}

describe('the headers of a record', () => {
  it.each(['constructor', 'toString', 'valueOf', '__proto__', 'hasOwnProperty'])(
    'are as they were sent when one is named %s',
    (name) => {
      const one = received([[name, 'a']]);
      expect(Object.values(one)).not.toEqual([Buffer.from('a')]); // what is mended here
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

  it('are the very ones otherwise', () => {
    const headers = received([['plain', ['a', 'b']]]);
    expect(sentHeaders(headers)).toBe(headers);
  });
});
