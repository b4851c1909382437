import { takeOverTimes } from './take-over-times.js';

const NOW = Date.parse('2024-05-06T07:08:09.010Z');
const iso = (ms: number) => new Date(NOW + ms).toISOString();

describe('takeOverTimes', () => {
  it('takes each time from the first run if both values contain a current time', () => {
    const made = { at: iso(30), deep: [{ ms: NOW + 30, s: NOW / 1000 + 0.03 }], n: 1 };
    const sent = { at: iso(0), deep: [{ ms: NOW, s: NOW / 1000 }], n: 1 };
    expect(takeOverTimes(made, sent, NOW)).toEqual(sent);
  });

  it.each<[string, unknown, unknown]>([
    ['a text', 'sk***', 'sk_live_1'],
    ['a time in the past', iso(-3_600_000), iso(0)],
    ['a time if the value of the first run contains none', iso(0), 'sk_live_1'],
    ['a number of another kind', NOW, iso(0)],
    ['a number that is not a time', 42, 43],
    ['a member that the value of the first run lacks', { a: iso(1) }, {}],
    ['a member with the name of a method', { toString: iso(1) }, {}],
    ['a longer list', [iso(1), iso(2)], []],
    ['null', null, null],
  ])('does not change %s', (_what, made, sent) => {
    expect(takeOverTimes(made, sent, NOW)).toEqual(made);
  });

  it('accepts deeply nested values', () => {
    const deep: unknown = JSON.parse('['.repeat(50_000) + ']'.repeat(50_000));
    expect(() => takeOverTimes(deep, deep, NOW)).not.toThrow();
  });
});
