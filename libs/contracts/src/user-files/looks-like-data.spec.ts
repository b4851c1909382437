import { guessDelimiter, separatorLine } from './delimiters.js';
import { columnsLikeData, looksLikeData } from './looks-like-data.js';

describe('a first line', () => {
  it.each([
    ...['alice@example.com', '12345', '+49 30 123', '(030) 12-3', 'user-1', 'auth0|5f7c8ec7'],
    ...['cus_98765', '0192f0c1-7c3e-7cc3-8f6e-4f3c6f0a9b11', '5f7c8ec7c33c6c00'],
  ])('is probably data if it has %j', (name) => {
    expect(looksLikeData(name)).toBe(true);
  });

  it.each([
    'userId',
    'address1',
    'line_2',
    'Kunde',
    'e-mail',
    'sha256',
    '',
    'b2b',
    'Straße 1',
    'a;b',
  ])('is possibly a header if it has %j', (name) => {
    expect(looksLikeData(name)).toBe(false);
  });

  it('is a header if it has a known name', () => {
    expect(columnsLikeData(['alice@example.com', '17'])).toEqual([1, 2]);
    expect(columnsLikeData(['user_id', 'year_2024'])).toEqual([]);
  });

  it('is checked in linear time', () => {
    expect(looksLikeData('1a'.repeat(1_000_000))).toBe(true);
  });
});

it('the delimiter comes from a line such as sep=; or is the most frequent one in the first line', () => {
  const separatorOf = (text: string) =>
    separatorLine({ bytes: Buffer.from(text), isEnd: true, isBeginning: true });
  expect(separatorOf('\ufeffsep=;\r\nuserId')).toEqual({ delimiter: ';', end: 10 });
  expect(separatorOf('"sep=\t"\nuserId')).toEqual({ delimiter: '\t', end: 8 });
  expect(separatorOf('separator\n')).toBeUndefined();
  expect(['a;b,c;d', '"a,b,c";d', 'a\tb', 'a', 'a|b'].map(guessDelimiter)).toEqual([
    ...[';', ';', '\t', undefined, '|'],
  ]);
  expect(guessDelimiter('"a;b\n""c;"|"d"\n;;')).toBe('|');
  expect(guessDelimiter(`5" nail;"a,,"`)).toBe(';');
});
