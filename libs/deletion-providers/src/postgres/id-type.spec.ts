import { idTypeOf } from './id-type.js';

describe('idTypeOf', () => {
  it.each([
    ['text', 'x', true],
    ['character varying', "' or 1=1", true],
    ['text', 'a\0b', false],
    ['character', 'jane', true],
    ['character', 'jane ', false],
    ['uuid', '0189f0c4-7d1e-7cc0-8000-0000000000ab', true],
    ['uuid', '0189f0c4-7d1e-7cc0-8000-0000000000aB', false],
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
    ['numeric', '1.0', true],
    ['numeric', '3.5', true],
    ['numeric', '007', false],
    ['numeric', '1e3', false],
    ['numeric', 'NaN', false],
  ])('reports whether a column of type %s can contain %j: %s', (type, userId, expected) => {
    expect(idTypeOf(type, true)?.canHold(userId)).toBe(expected);
  });

  it.each([
    ['text', 'jane', undefined],
    ['citext', 'jane', 'jane'],
    ['ext.citext', 'a\0b', undefined],
    ['character', 'jane ', 'jane '],
    ['uuid', '0189F0C4-7D1E-7CC0-8000-0000000000AB', '0189f0c47d1e7cc080000000000000ab'],
    ['uuid', '0189f0c4-7d1e-7cc0-8000-0000000000ab', undefined],
    ['bigint', '7', undefined],
    ['bigint', '7.0', '7'],
    ['bigint', '7e2', '700'],
    ['bigint', '-0', '0'],
    ['bigint', '7.5', undefined],
    ['bigint', '007', undefined],
    ['smallint', '1e5', undefined],
    ['numeric', '7', '7'],
    ['numeric', '-3.50', '-3.5'],
    ['numeric', '25e-4', '0.0025'],
    ['numeric', '1e511', `1${'0'.repeat(511)}`],
    ['numeric', '1e512', undefined],
    ['numeric', '1e999999999', undefined],
  ])(
    'for a %s column and the userId %j, searches rows in doubt by the value %j',
    (type, userId, form) => {
      expect(idTypeOf(type, true)?.alike?.form(userId)).toBe(form);
    },
  );

  it.each(['json', 'bytea', 'boolean', 'text[]', 'date'])(
    'does not support columns of type %s',
    (type) => {
      expect(idTypeOf(type, true)).toBeUndefined();
    },
  );
});
