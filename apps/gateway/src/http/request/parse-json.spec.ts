import type { LetheError } from '@lethe/contracts';
import { parseJson } from './parse-json.js';

function errorOf(text: string): LetheError | undefined {
  try {
    parseJson(Buffer.from(text));
    return undefined;
  } catch (error) {
    return error as LetheError;
  }
}

function codeOf(text: string): string {
  return errorOf(text)?.code ?? 'accepted';
}

const DIFFERENT_NAMES = Array.from({ length: 40_000 }, (_none, n) => `"n${n}":0`);

describe('parseJson', () => {
  it('uses the last value of a duplicate key', () => {
    expect(parseJson(Buffer.from('{"a":1,"a":2}'))).toEqual({ a: 2 });
  });

  it('returns __proto__ as an own key and leaves the prototype unchanged', () => {
    const value = parseJson(Buffer.from('{"__proto__":{"polluted":true}}')) as object;
    expect(Object.keys(value)).toEqual(['__proto__']);
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect('polluted' in {}).toBe(false);
  });

  it('counts nesting levels only outside of strings', () => {
    expect(codeOf(`${'['.repeat(64)}${']'.repeat(64)}`)).toBe('accepted');
    expect(codeOf(`${'['.repeat(65)}${']'.repeat(65)}`)).toBe('invalid_json');
    expect(codeOf(JSON.stringify('[{'.repeat(100)))).toBe('accepted');
    expect(codeOf(JSON.stringify({ a: `\\"${'['.repeat(100)}` }))).toBe('accepted');
    expect(codeOf('[[],[],[]]')).toBe('accepted');
  });

  it.each([
    ['lists', `[${'[],'.repeat(300_000)}0]`, 'more than 262144 values'],
    ['texts', `["${'","'.repeat(300_000)}"]`, 'more than 262144 values'],
    ['objects', `[${'{},'.repeat(300_000)}0]`, 'more than 262144 values'],
    ['names', `{${DIFFERENT_NAMES.join()}}`, 'more than 32768 different names'],
    ['shapes', `[{${DIFFERENT_NAMES.join('},{')}}]`, 'more than 32768 different names'],
  ])('refuses a body with very many %s before it parses the body', (_what, text, message) => {
    expect(codeOf(text)).toBe('invalid_json');
    expect(errorOf(text)?.message).toContain(message);
  });

  it('does not count text in strings as values, and accepts the maximum number of users with all their identifiers', () => {
    expect(codeOf(JSON.stringify('[],{":'.repeat(300_000)))).toBe('accepted');
    const user = Object.fromEntries(Array.from({ length: 23 }, (_none, n) => [`name${n}`, n]));
    expect(codeOf(JSON.stringify({ users: Array(10_000).fill(user) }))).toBe('accepted');
  });

  it('accepts the largest integers that keep all digits, and refuses larger integers', () => {
    expect(codeOf('[9007199254740991,-9007199254740991]')).toBe('accepted');
    expect(codeOf('9007199254740993')).toBe('invalid_request');
    expect(codeOf('[1.5,-0.1,1e10]')).toBe('accepted');
  });

  it('accepts characters above U+FFFF, and refuses lone surrogates', () => {
    expect(codeOf('["😀","\\ud83d\\ude00"]')).toBe('accepted');
    expect(codeOf('["\\ude00\\ud83d"]')).toBe('invalid_request');
  });

  it('lists the path of each value that cannot be stored', () => {
    expect(errorOf('{"a":[{"b":"\\u0000"},1e999],"c\\u0000":1}')?.details).toEqual({
      'a[0].b': 'must not contain U+0000',
      'a[1]': 'is a number out of range; send it as a string',
      'c\uFFFD': 'the name must not contain U+0000',
    });
  });

  it('reports the position of a syntax error, and never quotes the body', () => {
    expect(errorOf('{"email":"alice@example.com",}')?.message).toBe(
      'The request body is not valid JSON (at character 29).',
    );
    expect(errorOf('{"email":alice}')?.message).not.toContain('alice');
  });
});
