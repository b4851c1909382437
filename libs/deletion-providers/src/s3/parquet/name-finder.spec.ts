import type { SchemaElement } from 'hyparquet';
import { UserSet } from '../user-set.js';
import { nameFinder } from './name-finder.js';

const element = (more: Partial<SchemaElement>): SchemaElement => ({ name: 'element', ...more });
const decimal = (more: Partial<SchemaElement>) =>
  element({ converted_type: 'DECIMAL', scale: 2, precision: 30, ...more });
const bytes = (length: number) => element({ type: 'FIXED_LEN_BYTE_ARRAY', type_length: length });
const UUID = '550e8400-e29b-41d4-a716-446655440000';

describe('nameFinder', () => {
  it.each<[string, SchemaElement, unknown, string, boolean]>([
    ['a text', element({ type: 'BYTE_ARRAY' }), Buffer.from('jane|1'), 'jane', true],
    ['bytes', element({ type: 'BYTE_ARRAY' }), Buffer.from('jane|\xe9', 'latin1'), 'jane', true],
    ['bytes', element({ type: 'BYTE_ARRAY' }), Buffer.from('janet|\xe9', 'latin1'), 'jane', false],
    ['bytes of one length', bytes(6), Buffer.from('jane\0\0'), 'jane', true],
    [
      'a UUID without its type',
      bytes(16),
      Buffer.from(UUID.replaceAll('-', ''), 'hex'),
      UUID,
      true,
    ],
    ['a decimal', decimal({ type: 'INT32' }), 1_234_500, '12345', true],
    ['a decimal', decimal({ type: 'INT64' }), 1_234_501n, '12345', false],
    ['a decimal', decimal({ type: 'BYTE_ARRAY' }), Buffer.from('ff85ee', 'hex'), '-312.50', true],
    ['a float', element({ type: 'FLOAT' }), 12345, '12345', true],
    ['a rounded float', element({ type: 'FLOAT' }), Math.fround(16_777_217), '16777217', true],
    ['a rounded double', element({ type: 'DOUBLE' }), 2 ** 60, '1152921504606846977', true],
    ['a double', element({ type: 'DOUBLE' }), 12345.5, '12345', false],
    ['a whole number', element({ type: 'INT64' }), 12345n, '12345.0', true],
  ])('searches %s for a userId (%#)', (_kind, leaf, value, user, isNamed) => {
    const named = nameFinder(leaf, new UserSet([user]))?.(value);
    expect(named).toEqual(isNamed ? [user] : []);
  });

  it('does not search columns with times', () => {
    const time = element({ type: 'INT64', converted_type: 'TIMESTAMP_MILLIS' });
    expect(nameFinder(time, new UserSet(['1']))).toBeUndefined();
    expect(nameFinder(element({ type: 'INT96' }), new UserSet(['1']))).toBeUndefined();
  });
});
