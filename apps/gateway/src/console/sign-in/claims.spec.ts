import { readClaims, RefusedClaimsError } from './claims.js';

const RULES = { clientId: 'lethe', groupsClaim: 'groups', needsVerifiedEmail: false };
const TOKEN = { iss: 'https://id.example.com', sub: 'u-1' };
const read = (claims: object, userinfo = {}, rules = {}) =>
  readClaims({ ...TOKEN, ...claims }, userinfo, { ...RULES, ...rules });

describe('readClaims', () => {
  it('reads the subject from the ID token, and groups and address from the ID token or else from the userinfo', () => {
    const userinfo = { email: 'b@example.com', groups: ['g', 1, null], email_verified: true };
    expect(read({}, userinfo)).toEqual({
      ...{ issuer: TOKEN.iss, subject: 'u-1', groups: ['g'], email: 'b@example.com' },
    });
    expect(read({ email: 'a@example.com', groups: 'one' }, userinfo)).toMatchObject({
      ...{ email: 'a@example.com', groups: ['one'] },
    });
  });

  it.each<[string, object]>([
    ['an empty subject', { sub: '' }],
    ['a blank subject', { sub: ' \t' }],
    ['an invisible subject', { sub: '\u200b\u00ad' }],
    ['U+0000 in the subject', { sub: 'a\u0000b' }],
    ['a lone surrogate in the subject', { sub: 'a\ud800' }],
    ['a subject that is too long for an index', { sub: 'x'.repeat(256) }],
    ['an authorized party other than Lethe', { azp: 'other' }],
    ['an authorized party that is not a string', { azp: 1 }],
    ['U+0000 in the address', { email: 'a\u0000@example.com' }],
    ...[false, 'false', null, 0, 1, '', 'yes', {}, ['true']].map(
      (value) =>
        [
          `email_verified ${JSON.stringify(value)}`,
          { email: 'a@b.example', email_verified: value },
        ] as [string, object],
    ),
  ])('refuses %s', (_what, claims) => {
    expect(() => read(claims)).toThrow(RefusedClaimsError);
  });

  it.each([[true], ['true']])('accepts an address with email_verified %p', (value) => {
    const claims = { email: 'a@b.example', email_verified: value, azp: 'lethe' };
    expect(read(claims)).toMatchObject({ email: 'a@b.example' });
  });

  it('applies email_verified only to the address in the same token or userinfo', () => {
    const userinfo = { email: 'b@example.com', email_verified: true };
    const strict = { needsVerifiedEmail: true };
    expect(() => read({ email: 'a@example.com' }, userinfo, strict)).toThrow(RefusedClaimsError);
    expect(read({ email: 'b@example.com' }, userinfo, strict)).toMatchObject({
      email: 'b@example.com',
    });
    expect(read({}, userinfo, strict)).toMatchObject({ email: 'b@example.com' });
  });

  it('accepts an address without email_verified unless a setting requires it, and always accepts people without an address', () => {
    expect(read({ email: 'a@b.example' })).toMatchObject({ email: 'a@b.example' });
    const strict = { needsVerifiedEmail: true };
    expect(() => read({ email: 'a@b.example' }, {}, strict)).toThrow(RefusedClaimsError);
    expect(read({ email_verified: false }, {}, strict)).not.toHaveProperty('email');
  });
});
