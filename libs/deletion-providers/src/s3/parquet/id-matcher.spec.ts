import type { SchemaElement } from 'hyparquet';
import { UserSet } from '../user-set.js';
import { idMatcher } from './id-matcher.js';

const element = (more: Partial<SchemaElement>): SchemaElement => ({ name: 'userId', ...more });
const TEXT = element({ type: 'BYTE_ARRAY', converted_type: 'UTF8' });
const UUID = element({
  ...{ type: 'FIXED_LEN_BYTE_ARRAY', type_length: 16, logical_type: { type: 'UUID' } },
});
const uuid = Buffer.from('550e8400e29b41d4a716446655440000', 'hex');

describe('idMatcher', () => {
  it.each<[string, SchemaElement, unknown, string, unknown]>([
    ['a text', TEXT, Buffer.from('jane'), 'jane', true],
    ['a text behind a byte order mark', TEXT, Buffer.from('\uFEFFjane'), 'jane', false],
    ['a number as text', TEXT, Buffer.from('12345.0'), '12345', false],
    ['a whole number', element({ type: 'INT64' }), 12345n, '12345', true],
    ['a whole number', element({ type: 'INT64' }), 12345n, '12345.0', ['12345.0']],
    ['a whole number', element({ type: 'INT32' }), 1000, '1e3', ['1e3']],
    ['a whole number', element({ type: 'INT32' }), 7, '007', false],
    ['a double', element({ type: 'DOUBLE' }), 12345, '12345', true],
    ['a double', element({ type: 'DOUBLE' }), 12345.5, '12345', false],
    ['a UUID', UUID, uuid, '550e8400-e29b-41d4-a716-446655440000', true],
    [
      'a UUID',
      UUID,
      uuid,
      '550E8400-E29B-41D4-A716-446655440000',
      ['550E8400-E29B-41D4-A716-446655440000'],
    ],
    ['a UUID', UUID, uuid, '550e8400-e29b-41d4-a716-446655440001', false],
  ])('compares %s with a userId (%#)', (_kind, leaf, value, user, expected) => {
    expect(idMatcher(leaf, new UserSet([user]))(value as string)).toEqual(
      expected === true ? user : expected,
    );
  });

  it('throws for a text that is not UTF-8', () => {
    expect(() => idMatcher(TEXT, new UserSet(['ann\uFFFD']))(Buffer.from([0x61, 0xe9]))).toThrow(
      'bytes that are not text',
    );
  });
});
