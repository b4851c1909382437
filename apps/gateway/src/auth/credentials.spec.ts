import { parseCredentials, parseDataPlaneSecret } from './credentials.js';

function basic(text: string): string {
  return `Basic ${Buffer.from(text).toString('base64')}`;
}

describe('parseCredentials', () => {
  it('reads a Bearer token with any case of the scheme', () => {
    expect(parseCredentials('bEaReR lth_abc-123', ['Bearer'])).toEqual({ token: 'lth_abc-123' });
  });

  it('reads an e-mail address and a token from Basic', () => {
    expect(parseCredentials(basic('Demo@Example.com:lth_abc'), ['Basic'])).toEqual({
      email: 'Demo@Example.com',
      token: 'lth_abc',
    });
  });

  it('accepts Basic without a user name', () => {
    expect(parseCredentials(basic(':lth_abc'), ['Basic'])).toEqual({ token: 'lth_abc' });
  });

  it('splits Basic at the first colon, so that a token can contain a colon', () => {
    expect(parseCredentials(basic('a@b.c:x:y'), ['Basic'])).toEqual({
      email: 'a@b.c',
      token: 'x:y',
    });
  });

  it.each([
    undefined,
    '',
    'Bearer',
    'Bearer ',
    'Bearer a b',
    'Bearer a, Bearer b',
    'Basic !!!',
    basic('no-colon'),
    basic('a@b.c:'),
    'Digest x',
  ])('finds no credentials in %j', (header) => {
    expect(parseCredentials(header, ['Basic', 'Bearer'])).toBeUndefined();
  });

  it('accepts only the schemes of the endpoint', () => {
    expect(parseCredentials('Bearer lth_abc', ['Basic'])).toBeUndefined();
    expect(parseCredentials(basic('a@b.c:lth_abc'), ['Bearer'])).toBeUndefined();
  });
});

describe('parseDataPlaneSecret', () => {
  it('reads the user name of Basic if the password is empty', () => {
    expect(parseDataPlaneSecret(basic('lth_dp_abc:'))).toBe('lth_dp_abc');
    expect(parseDataPlaneSecret(basic('lth_dp_abc:').replace('Basic', 'bAsIc'))).toBe('lth_dp_abc');
  });

  it.each([
    undefined,
    '',
    'Basic',
    'Bearer lth_dp_abc',
    'Basic !!!',
    basic(':'),
    basic(''),
    basic('lth_dp_abc'),
    basic(':lth_dp_abc'),
    basic('lth_dp_abc:password'),
    basic('lth_dp_abc::'),
    basic('a@b.c:lth_dp_abc:'),
  ])('finds no secret in %j', (header) => {
    expect(parseDataPlaneSecret(header)).toBeUndefined();
  });
});
