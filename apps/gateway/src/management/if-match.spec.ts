import type { FastifyRequest } from 'fastify';
import { readIfMatch } from './if-match.js';

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
  ])('%j means %j', (header, expected) => {
    expect(read(header)).toEqual(expected);
  });

  it.each(['', 'a', '"a', "'a'", '"a" "b"', '"a",', '*, "a"'])('%j is refused', (header) => {
    expect(() => read(header)).toThrow('If-Match: must hold entity tags');
  });
});
