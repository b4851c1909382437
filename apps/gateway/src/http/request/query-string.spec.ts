import { parseQuery } from './query-string.js';

describe('parseQuery', () => {
  it('decodes names and values, and + as a blank', () => {
    expect(parseQuery('/x?user_id=a%20b+c%2Bd&%6Cimit=5')).toEqual({
      user_id: 'a b c+d',
      limit: '5',
    });
  });

  it('takes a parameter without = as empty, and skips nothing but empty pairs', () => {
    expect(parseQuery('/x?a&b=&&c==d')).toEqual({ a: '', b: '', c: '=d' });
  });

  it('keeps every value of a name that is given more than once', () => {
    expect(parseQuery('/x?a=1&a=2&a=3')).toEqual({ a: ['1', '2', '3'] });
  });

  it('is empty without a query', () => {
    expect(parseQuery('/x')).toEqual({});
  });

  it('takes __proto__ as a name like any other', () => {
    const query = parseQuery('/x?__proto__=1');
    expect(Object.keys(query)).toEqual(['__proto__']);
  });

  it.each([
    ['one name', 'a&'.repeat(4_000)],
    ['many names', Array.from({ length: 1_500 }, (_, n) => `a${n}`).join('&')],
    ['no names', '&'.repeat(8_000)],
  ])('refuses thousands of parameters of %s', (_what, query) => {
    expect(() => parseQuery(`/x?${query}`)).toThrow('must not hold more than 20 parameters');
  });

  it('takes 20 parameters', () => {
    expect(parseQuery(`/x?${'a&'.repeat(19)}b`)).toMatchObject({ b: '' });
  });
});
