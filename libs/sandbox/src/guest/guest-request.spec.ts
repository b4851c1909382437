import { readGuestRequest } from './guest-request.js';

const read = (request: object) => readGuestRequest(JSON.stringify(request));

describe('readGuestRequest', () => {
  it('returns by default a GET request without headers and body', () => {
    expect(read({ url: 'x' })).toEqual({ url: 'x', method: 'GET', headers: {} });
    expect(read({ url: 'x', headers: null, body: null })).toEqual(read({ url: 'x' }));
  });

  it('reads method, headers and body', () => {
    expect(
      read({ url: 'x', method: 'post', headers: { A: 'b', c: 1, d: true }, body: '' }),
    ).toEqual({
      url: 'x',
      method: 'POST',
      headers: { A: 'b', c: '1', d: 'true' },
      body: '',
    });
  });

  it.each([
    [{}, 'The URL must be a string'],
    [{ url: 'x', method: 1 }, 'The method must be a string'],
    [{ url: 'x', headers: 'a: b' }, 'The headers must be an object of names and values'],
    [{ url: 'x', headers: { a: null } }, 'The header a must be a string'],
    [{ url: 'x', body: 7 }, 'The body must be a string, or a value that has a JSON form'],
  ])('refuses the request %j', (request, message) => {
    expect(() => read(request)).toThrow(message);
  });
});
