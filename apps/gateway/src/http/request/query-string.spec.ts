import { parseQuery } from './query-string.js';

describe('parseQuery', () => {
  it('decodes names and values, and reads + as a space', () => {
    expect(parseQuery('/x?user_id=a%20b+c%2Bd&%6Cimit=5')).toEqual({
      user_id: 'a b c+d',
      limit: '5',
    });
  });

  it('reads a parameter without = as an empty value, and skips only empty pairs', () => {
    expect(parseQuery('/x?a&b=&&c==d')).toEqual({ a: '', b: '', c: '=d' });
  });

  it('keeps every value of a repeated name', () => {
    expect(parseQuery('/x?a=1&a=2&a=3')).toEqual({ a: ['1', '2', '3'] });
  });

  it('returns no parameters without a query', () => {
    expect(parseQuery('/x')).toEqual({});
  });

  it('reads __proto__ as an ordinary name', () => {
    const query = parseQuery('/x?__proto__=1');
    expect(Object.keys(query)).toEqual(['__proto__']);
  });

  it.each([
    ['one name', 'a&'.repeat(4_000)],
    ['many names', Array.from({ length: 1_500 }, (_, n) => `a${n}`).join('&')],
    ['no names', '&'.repeat(8_000)],
  ])('refuses thousands of parameters with %s', (_what, query) => {
    expect(() => parseQuery(`/x?${query}`)).toThrow('must not hold more than 20 parameters');
  });

  it('accepts 20 parameters', () => {
    expect(parseQuery(`/x?${'a&'.repeat(19)}b`)).toMatchObject({ b: '' });
  });
});
