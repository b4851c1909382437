import { mergePatch } from './merge-patch.js';

describe('mergePatch', () => {
  // The examples of RFC 7396, appendix A.
  it.each([
    [{ a: 'b' }, { a: 'c' }, { a: 'c' }],
    [{ a: 'b' }, { b: 'c' }, { a: 'b', b: 'c' }],
    [{ a: 'b' }, { a: null }, {}],
    [{ a: 'b', b: 'c' }, { a: null }, { b: 'c' }],
    [{ a: ['b'] }, { a: 'c' }, { a: 'c' }],
    [{ a: 'c' }, { a: ['b'] }, { a: ['b'] }],
    [{ a: { b: 'c' } }, { a: { b: 'd', c: null } }, { a: { b: 'd' } }],
    [{ a: [{ b: 'c' }] }, { a: [1] }, { a: [1] }],
    [
      ['a', 'b'],
      ['c', 'd'],
      ['c', 'd'],
    ],
    [{ a: 'b' }, ['c'], ['c']],
    [{ a: 'foo' }, null, null],
    [{ a: 'foo' }, 'bar', 'bar'],
    [{ e: null }, { a: 1 }, { e: null, a: 1 }],
    [[1, 2], { a: 'b', c: null }, { a: 'b' }],
    [{}, { a: { bb: { ccc: null } } }, { a: { bb: {} } }],
  ])('applied to %j, the patch %j results in %j', (target, patch, result) => {
    expect(mergePatch(target, patch)).toEqual(result);
  });

  it('does not change its arguments, and changes no prototype', () => {
    const target = Object.freeze({ a: Object.freeze({ b: 1 }) });
    const patch = JSON.parse('{"a":{"c":2},"__proto__":{"polluted":true}}') as object;
    const merged = mergePatch(target, patch);
    expect(merged).toEqual(
      Object.fromEntries([
        ['a', { b: 1, c: 2 }],
        ['__proto__', { polluted: true }],
      ]),
    );
    expect(({} as { polluted?: true }).polluted).toBeUndefined();
    expect((merged as { polluted?: true }).polluted).toBeUndefined();
  });
});
