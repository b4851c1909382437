import { usualOrLong } from '@lethe/testing';
import fc from 'fast-check';
import { copyOf } from './copy-of.js';

const NAMES = fc.constantFrom('__proto__', 'constructor', 'toJSON', 'length', '0', '', 'é');

/** JSON values with names and values that are special in JavaScript. */
const json = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 5 },
    fc.jsonValue(),
    fc.constantFrom(-0, 1e308, '\ud800', '__proto__', null),
    fc.array(tie('value'), { maxLength: 4 }),
    fc
      .array(fc.tuple(fc.oneof(NAMES, fc.string()), tie('value')), { maxLength: 4 })
      .map((members) => Object.fromEntries(members) as unknown),
  ),
})).value;

function objectsIn(value: unknown): object[] {
  if (typeof value !== 'object' || value === null) return [];
  return [value, ...Object.values(value).flatMap(objectsIn)];
}

describe('copyOf', () => {
  it('returns the same copy as structuredClone, and shares no object with the value', () => {
    fc.assert(
      fc.property(json, (value) => {
        const copy = copyOf(value);
        expect(copy).toEqual(structuredClone(value));
        expect(JSON.stringify(copy)).toBe(JSON.stringify(value));
        const own = new Set(objectsIn(value));
        expect(objectsIn(copy).filter((part) => own.has(part))).toEqual([]);
      }),
      { numRuns: usualOrLong(300, 20_000) },
    );
  });

  it('keeps a member with the name __proto__ as a member', () => {
    const value = JSON.parse('{"__proto__":{"polluted":{"n":1}}}') as { polluted?: unknown };
    const copy = copyOf(value);
    expect(Object.keys(copy)).toEqual(['__proto__']);
    expect(copy.polluted).toBeUndefined();
  });

  it('copies objects that JSON does not have', () => {
    const value = { at: new Date(0), list: [new Map([['a', { n: 1 }]])] };
    const copy = copyOf(value);
    expect(copy).toEqual(value);
    expect(copy.list[0]?.get('a')).not.toBe(value.list[0]?.get('a'));
  });
});
