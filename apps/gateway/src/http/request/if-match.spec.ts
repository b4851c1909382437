import type { FastifyRequest } from 'fastify';
import { IF_MATCH_PATTERN, readIfMatch } from './if-match.js';

const read = (header?: string) =>
  readIfMatch({ headers: header === undefined ? {} : { 'if-match': header } } as FastifyRequest);

describe('If-Match', () => {
  it.each([
    [undefined, undefined],
    ['*', '*'],
    [' * ', '*'],
    ['"a"', ['a']],
    ['"a" , "b"', ['a', 'b']],
    ['W/"a"', []],
    ['W/"a", "b"', ['b']],
    ['""', ['']],
  ])('reads %j as %j', (header, expected) => {
    expect(read(header)).toEqual(expected);
  });

  it.each(['', 'a', '"a', "'a'", '"a" "b"', '"a",', '*, "a"'])('refuses %j', (header) => {
    expect(() => read(header)).toThrow('If-Match: must be * or entity tags');
  });
});

describe('IF_MATCH_PATTERN', () => {
  const pattern = new RegExp(IF_MATCH_PATTERN);

  it.each([
    '*',
    ' * ',
    '"1"',
    'W/"1"',
    '""',
    '"a", W/"b" ,"c"',
    '"a"b"',
    'a',
    '"a',
    '',
    '"a",',
    '"a,b"',
    'W/',
    '"a b"',
  ])('matches %j exactly if readIfMatch accepts it', (header) => {
    expect(pattern.test(header)).toBe(isRead(header));
  });
});

function isRead(header: string): boolean {
  try {
    readIfMatch({ headers: { 'if-match': header } } as never);
    return true;
  } catch {
    return false;
  }
}
