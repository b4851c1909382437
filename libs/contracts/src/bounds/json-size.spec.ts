import { jsonHoldsMoreThan } from './json-size.js';

const holds = (value: unknown, values: number, members = 1_000) =>
  jsonHoldsMoreThan(Buffer.from(JSON.stringify(value)), { values, members });

describe('jsonHoldsMoreThan', () => {
  it('counts lists, objects and what follows another value', () => {
    const value = { a: [1, 2, 3], 'b,[{': '",[', c: [[], {}] };
    expect([holds(value, 10), holds(value, 9)]).toEqual([false, true]);
  });

  it('counts the members of each object for itself', () => {
    const value = [{ a: 1, b: 2 }, { a: { c: ':' }, b: 1 }, 'x:y'];
    expect([holds(value, 100, 2), holds(value, 100, 1)]).toEqual([false, true]);
  });

  it('looks at broken JSON, too', () => {
    expect(jsonHoldsMoreThan(Buffer.from(']]]}"'), { values: 1, members: 1 })).toBe(false);
    expect(jsonHoldsMoreThan(Buffer.from(']]::::'), { values: 1, members: 1 })).toBe(true);
  });
});
