import fc from 'fast-check';
import { asObject, defined, isObject, jsonOf } from './json.js';

it('jsonOf reads what JSON.stringify writes, as a text and as bytes', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const text = JSON.stringify(value);
      expect(JSON.stringify(jsonOf(text))).toBe(text);
      expect(JSON.stringify(jsonOf(Buffer.from(text)))).toBe(text);
    }),
  );
});

it.each([null, undefined, '', ' ', '{', 'undefined', '{"a":1}x'])(
  'jsonOf finds no JSON in %j',
  (text) => {
    expect(jsonOf(text)).toBeUndefined();
  },
);

it('jsonOf reads what nests deeper than any stack', () => {
  const depth = 1_000_000;
  expect(jsonOf('['.repeat(depth) + ']'.repeat(depth))).toHaveLength(1);
});

it.each([
  [{ a: 1 }, true],
  [[], false],
  [null, false],
  ['{}', false],
])('an object as JSON holds it: %j is %j', (value, expected) => {
  expect(isObject(value)).toBe(expected);
  expect(asObject(value)).toEqual(expected ? value : {});
});

it('defined leaves out what JSON leaves out', () => {
  expect(Object.keys(defined({ a: null, b: undefined, c: 0 }))).toEqual(['a', 'c']);
});
