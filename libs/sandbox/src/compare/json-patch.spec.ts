import fc from 'fast-check';
import { applyPatch } from 'rfc6902';
import { jsonPatch } from './json-patch.js';

const ANY_SIZE = Infinity;
const copyOf = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

/** Applies the patch from `jsonPatch` with another implementation of RFC 6902. */
function applied(from: unknown, to: unknown): unknown {
  const document = { root: copyOf(from) };
  const patch = jsonPatch(from, to, ANY_SIZE).map((op) => ({ ...op, path: `/root${op.path}` }));
  const problems = applyPatch(document, copyOf(patch) as never);
  expect(problems.filter((problem) => problem !== null)).toEqual([]);
  return document.root;
}

describe('jsonPatch', () => {
  it.each<[string, unknown, unknown, unknown[]]>([
    ['nothing if only the sequence of members differs', { a: 1, b: [2] }, { b: [2], a: 1 }, []],
    ['a changed value', { a: { b: 1 } }, { a: { b: '1' } }, [['replace', '/a/b']]],
    ['a new member', {}, { a: null }, [['add', '/a']]],
    ['a removed member', { a: null }, {}, [['remove', '/a']]],
    ['only a new element at the start', [1, 2, 3], [0, 1, 2, 3], [['add', '/0']]],
    ['removed elements', [1, 2, 3, 4], [1, 4], [['remove', '/2'], ['remove', '/1']]], // prettier-ignore
    ['names that a pointer escapes', { 'a/b~c': 1 }, { 'a/b~c': 2 }, [['replace', '/a~1b~0c']]],
    ['a list instead of an object', { a: {} }, { a: [] }, [['replace', '/a']]],
    ['a replacement of the whole value', 1, null, [['replace', '']]],
  ])('returns %s', (_, from, to, patch) => {
    expect(jsonPatch(from, to, ANY_SIZE).map(({ op, path }) => [op, path])).toEqual(patch);
  });

  it('returns a patch that another implementation can apply', () => {
    // There are only a few names and values, so that two random values have many equal parts.
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 4 },
        fc.constantFrom(null, true, 0, 1, '', 'x'),
        fc.array(tie('value'), { maxLength: 5 }),
        fc.dictionary(fc.constantFrom('a', 'b/c', '~', ''), tie('value')),
      ),
    }));
    fc.assert(
      fc.property(value, value, (from, to) => {
        expect(applied(from, to)).toEqual(copyOf(to));
      }),
    );
  });

  it('returns one replacement if the patch would be too long', () => {
    const to = { a: 'x'.repeat(100), b: 1 };
    expect(jsonPatch({ a: '', b: 2 }, to, 100)).toEqual([{ op: 'replace', path: '', value: to }]);
    const name = 'n'.repeat(10_000);
    const many = Object.fromEntries(Array.from({ length: 10_000 }, (_, at) => [`${at}`, at]));
    expect(jsonPatch({ [name]: {} }, { [name]: many }, 50_000)).toHaveLength(1);
  });

  it('compares lists with 50,000 elements', () => {
    const from = Array.from({ length: 50_000 }, (_, at) => at);
    const to = from.map((at) => at + 50_000).slice(1);
    expect(jsonPatch(from, to, ANY_SIZE)).toHaveLength(50_000);
  });
});
