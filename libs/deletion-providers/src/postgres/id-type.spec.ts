import { idTypeOf } from './id-type.js';

describe('idTypeOf', () => {
  it.each([
    ['text', 'x', true],
    ['character varying', "' or 1=1", true],
    ['text', 'a\0b', false],
    ['character', 'jane', true],
    ['character', 'jane ', false],
    ['uuid', '0189f0c4-7d1e-7cc0-8000-0000000000aB', true],
    ['uuid', '{0189f0c4-7d1e-7cc0-8000-0000000000ab}', false],
    ['uuid', 'x', false],
    ['smallint', '32767', true],
    ['smallint', '32768', false],
    ['integer', '-2147483648', true],
    ['integer', '2147483648', false],
    ['bigint', '9223372036854775807', true],
    ['bigint', '9223372036854775808', false],
    ['bigint', '007', false],
    ['bigint', '-0', false],
    ['bigint', ' 7', false],
    ['bigint', '1e3', false],
    ['bigint', '٣', false],
    ['numeric', '123456789012345678901234567890', true],
    ['numeric', '1.0', false],
  ])('a %s can hold %j: %s', (type, userId, expected) => {
    expect(idTypeOf(type, true)?.canHold(userId)).toBe(expected);
  });

  it.each(['json', 'bytea', 'boolean', 'text[]', 'date'])('knows no way to look in %s', (type) => {
    expect(idTypeOf(type, true)).toBeUndefined();
  });
});
