import { orderedLike } from './ordered-like.js';

const text = JSON.stringify;

describe('orderedLike', () => {
  it('sorts members as in the model at every level, and puts other members last', () => {
    const model = { b: { y: 1, x: 2 }, a: [{ n: 1, m: 2 }], gone: 1 };
    const value = {
      own: 1,
      a: [
        { m: 3, n: 4 },
        { z: 1, a: 1 },
      ],
      b: { x: 2, y: 1 },
    };
    expect(text(orderedLike(value, model))).toBe(
      text({
        b: { y: 1, x: 2 },
        a: [
          { n: 4, m: 3 },
          { z: 1, a: 1 },
        ],
        own: 1,
      }),
    );
  });

  it('does not change a value that has no members in common with the model', () => {
    for (const value of [null, 1, 'a', [1, { b: 1, a: 2 }], { b: 1, a: 2 }]) {
      for (const model of [undefined, null, 7, [], { c: 1 }]) {
        expect(text(orderedLike(value, model))).toBe(text(value));
      }
    }
  });
});
