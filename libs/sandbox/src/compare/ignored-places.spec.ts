import fc from 'fast-check';
import { jsonPatch } from './json-patch.js';
import { withoutIgnored } from './ignored-places.js';

describe('withoutIgnored', () => {
  it.each<[string, object[], object[], string[], unknown]>([
    ['a changed value', [{ at: 1, a: 1 }], [{ at: 2, a: 1 }], ['/0/at'], [{ at: 1, a: 1 }]],
    ['a new member', [{ a: 1 }], [{ a: 1, at: 2 }], ['/0/at'], [{ a: 1 }]],
    ['a removed member', [{ a: 1, at: 2 }], [{ a: 1 }], ['/0/at'], [{ a: 1, at: 2 }]],
    ['a whole subtree', [{ a: { b: 1 } }], [{ a: [2] }], ['/0/a', '/0/a/b'], [{ a: { b: 1 } }]],
    [
      'elements of lists',
      [{ l: [1, 2] }],
      [{ l: [3, 4, 5] }],
      ['/0/l/1', '/0/l/2'],
      [{ l: [3, 2] }],
    ],
    ['an additional event', [{ a: 1 }], [{ a: 1 }, { a: 2 }], ['/1'], [{ a: 1 }]],
    [
      'names that a pointer escapes',
      [{ 'a/b~c': 1 }],
      [{ 'a/b~c': 2 }],
      ['/0/a~1b~0c'],
      [{ 'a/b~c': 1 }],
    ],
    ['names of prototypes', [{}], [{ constructor: 1 }], ['/0/constructor'], [{}]],
  ])('ignores %s', (_, expected, actual, ignore, seen) => {
    expect(withoutIgnored(expected, actual, ignore)).toEqual(seen);
  });

  it.each<[string, string[]]>([
    ['there are no paths', []],
    ['the paths do not exist', ['/1/at', '/0/at/x', '/0/00', '/-']],
  ])('ignores nothing if %s', (_, ignore) => {
    const actual = [{ at: 2, l: [1] }];
    expect(withoutIgnored([{ at: 1, l: [1, 2] }], actual, ignore)).toEqual(actual);
  });

  it('removes all differences if all their paths are ignored', () => {
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 3 },
        fc.constantFrom(null, true, 0, 'x'),
        // All lists have two elements. If lists have different lengths, `jsonPatch` skips the equal
        // elements at both ends. A path can then mean different elements in the two lists.
        fc.array(tie('value'), { minLength: 2, maxLength: 2 }),
        fc.dictionary(fc.constantFrom('a', 'b/c', '~', '', '__proto__'), tie('value')),
      ),
    }));
    fc.assert(
      fc.property(value, value, (from, to) => {
        const [expected, actual] = [[{ event: from }], [{ event: to }]];
        const paths = jsonPatch(expected, actual, Infinity).map(({ path }) => path);
        expect(jsonPatch(expected, withoutIgnored(expected, actual, paths), Infinity)).toEqual([]);
      }),
    );
  });
});
