import { checkRequest } from './check-request.js';
import { EgressRefusedError } from './egress-errors.js';

const check = (given: { method?: string; url?: string; headers?: Record<string, string> }) =>
  checkRequest({ method: 'POST', url: 'https://example.com/', headers: {}, ...given });

describe('checkRequest', () => {
  it('keeps the spelling of header names, and sends only the later of two spellings', () => {
    const { headers } = check({ headers: { 'X-One': '1', 'x-one': '2', 'User-Agent': 'mine' } });
    expect(headers).toEqual(['x-one', '2', 'User-Agent', 'mine']);
  });

  it('sets User-Agent if the caller does not set it', () => {
    expect(check({}).headers).toEqual([
      'User-Agent',
      expect.stringMatching(/^Lethe\/\d+\.\d+\.\d+/),
    ]);
  });

  it.each([
    'Host',
    'content-length',
    'Connection',
    'Transfer-Encoding',
    'TE',
    'Trailer',
    'Upgrade',
    'Keep-Alive',
    'Proxy-Connection',
    'Proxy-Authorization',
    'Expect',
    'HTTP2-Settings',
  ])('leaves out the header %s, which only the HTTP client sets', (name) => {
    expect(check({ headers: { [name]: 'x', 'user-agent': 'a' } }).headers).toEqual([
      'user-agent',
      'a',
    ]);
  });

  it.each(['a\r\nX-Evil: 1', 'a\nb', 'a\rb'])('refuses a line break in the value %j', (value) => {
    expect(() => check({ headers: { 'X-A': value } })).toThrow(
      new EgressRefusedError('The header "X-A" is not allowed: its value has a line break'),
    );
  });

  it.each(['\u0000', '\u007f', '日本', '😀'])('refuses the invalid character %j', (value) => {
    expect(() => check({ headers: { 'X-A': value } })).toThrow(
      'The header "X-A" is not allowed: its value has a character that headers cannot hold',
    );
  });

  it.each(['', 'a b', 'a:', 'a\r\nb', 'é', '__proto__ '])('refuses the header name %j', (name) => {
    expect(() => check({ headers: { [name]: 'x' } })).toThrow(
      `The header name ${JSON.stringify(name)} is not valid`,
    );
  });

  it.each(['', 'GET /x', 'GET\r\n', 'CONNECT', 'connect', 'TRACE', 'TRACK'])(
    'refuses the method %j',
    (method) => {
      expect(() => check({ method })).toThrow(
        new EgressRefusedError(`The method ${JSON.stringify(method)} is not allowed`),
      );
    },
  );

  it.each(['get', 'PATCH', 'PROPFIND'])('sends the method %s in upper case', (method) => {
    expect(check({ method }).method).toBe(method.toUpperCase());
  });

  it('shortens a long header name in the error message', () => {
    expect(() => check({ headers: { [' '.repeat(10_000)]: 'x' } })).toThrow(/^.{60,100}$/);
  });
});
