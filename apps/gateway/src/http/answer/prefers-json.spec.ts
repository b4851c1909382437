import { prefersJson } from './prefers-json.js';

describe('prefersJson', () => {
  it.each([
    [undefined, false],
    ['', false],
    ['*/*', false],
    ['text/plain', false],
    ['image/png', false],
    ['application/json', true],
    ['Application/JSON', true],
    ['application/*', true],
    ['application/json;q=0.5', true],
    ['application/json; q=0', false],
    ['application/json;q=nonsense', false],
    ['application/json, */*', true],
    ['application/json, text/plain, */*', true],
    ['text/plain, application/json', true],
    ['text/*, application/json', true],
    ['application/json;q=0.9, text/plain', false],
    ['application/json;q=0.5, text/plain;q=0.5', true],
    ['application/*, text/*', false],
    ['application/*, */*', true],
    ['*/*;q=0.8', false],
    ['text/html, application/xhtml+xml, */*;q=0.8', false],
    ['application/json, text/plain;q=0', true],
    ['application/json, text/plain;q=0.9', true],
    ['application/json;q=0.4, text/*;q=0.5', false],
    ['application/json;q=0.4, */*;q=0.5', false],
    ['application/*;q=0.9, application/json;q=0.1, text/plain;q=0.5', false],
    ['application/json;charset=utf-8', true],
    ['application/json;version=1;q=0.2, application/json, text/plain;q=0.5', true],
    ['text/plain;format=flowed;q=0.2, text/plain, application/json;q=0.5', false],
  ])('decides whether %j prefers JSON: %s', (accept, expected) => {
    expect(prefersJson(accept)).toBe(expected);
  });
});
