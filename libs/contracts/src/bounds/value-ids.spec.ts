import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { ValueIds } from './value-ids.js';

describe('ValueIds', () => {
  it('are equal for equal JSON values, and different for different values', () => {
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 3 },
        fc.constantFrom<unknown>(
          null,
          'null',
          true,
          'true',
          0,
          1,
          '0',
          '',
          '"',
          ',',
          '[0',
          '{"a"0',
        ),
        fc.array(tie('value'), { maxLength: 3 }),
        fc.dictionary(fc.constantFrom('a', 'b', '"a":', '1', '__proto__'), tie('value')),
      ),
    }));
    const ids = new ValueIds();
    fc.assert(
      fc.property(value, value, (one, other) => {
        expect(ids.of(one) === ids.of(other)).toBe(isDeepStrictEqual(copy(one), copy(other)));
      }),
      { numRuns: 1_000 },
    );
  });

  it('do not depend on the order of members', () => {
    const ids = new ValueIds();
    expect(ids.of({ a: [1], b: { c: 2 } })).toBe(ids.of({ b: { c: 2 }, a: [1] }));
    expect(ids.of([1, 2])).not.toBe(ids.of([2, 1]));
  });
});

function copy(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}
