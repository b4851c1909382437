import fc from 'fast-check';
import { asObject, defined, isObject, jsonOf } from './json.js';

it('jsonOf reads the output of JSON.stringify, as text and as bytes', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const text = JSON.stringify(value);
      expect(JSON.stringify(jsonOf(text))).toBe(text);
      expect(JSON.stringify(jsonOf(Buffer.from(text)))).toBe(text);
    }),
  );
});

it.each([null, undefined, '', ' ', '{', 'undefined', '{"a":1}x'])(
  'jsonOf returns undefined for %j',
  (text) => {
    expect(jsonOf(text)).toBeUndefined();
  },
);

it('jsonOf reads JSON that is nested deeper than the stack allows for recursion', () => {
  const depth = 1_000_000;
  expect(jsonOf('['.repeat(depth) + ']'.repeat(depth))).toHaveLength(1);
});

it.each([
  [{ a: 1 }, true],
  [[], false],
  [null, false],
  ['{}', false],
])('isObject of %j is %j, and asObject returns the value or an empty object', (value, expected) => {
  expect(isObject(value)).toBe(expected);
  expect(asObject(value)).toEqual(expected ? value : {});
});

it('defined omits the members that JSON omits', () => {
  expect(Object.keys(defined({ a: null, b: undefined, c: 0 }))).toEqual(['a', 'c']);
});
