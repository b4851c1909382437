import { createHash, createHmac, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { IdentityProvider } from '../src/console/sign-in/identity-provider.js';

// The tests run against an identity provider with answers that each test sets. Its keys and
// signatures are real.
const makeKey = () => generateKeyPairSync('rsa', { modulusLength: 2048 });
const [own, other] = [makeKey(), makeKey()];
const ATTEMPT = 'an attempt';
const CLIENT = { id: 'lethe', secret: 'a secret of the test' };
let issuer = '';
let idToken = '';
let published: readonly object[] = [];
let padding = '';
let jwksRequests = 0;

const jwkOf = (key: KeyObject, kid: string) => ({
  ...key.export({ format: 'jwk' }),
  ...{ kid, use: 'sig', alg: 'RS256' },
});

const provider = createServer(({ url = '' }, answer) => {
  const at = (path: string) => `${issuer}${path}`;
  const isKeys = url === '/jwks';
  if (isKeys) jwksRequests += 1;
  const document = {
    ...{ issuer, authorization_endpoint: at('/auth'), token_endpoint: at('/token') },
    ...{ jwks_uri: at('/jwks'), response_types_supported: ['code'] },
    id_token_signing_alg_values_supported: ['RS256', 'HS256', 'none'],
  };
  const token = { access_token: 'a', token_type: 'Bearer', id_token: idToken };
  answer.setHeader('content-type', 'application/json');
  answer.end(
    JSON.stringify(
      url.startsWith('/.well-known/') ? document : isKeys ? { keys: published, padding } : token,
    ),
  );
});

beforeAll(async () => {
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve));
  issuer = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
});
afterAll(() => {
  provider.closeAllConnections();
  provider.close();
});
beforeEach(() => {
  published = [jwkOf(own.publicKey, 'k1')];
  padding = '';
});

const valueOf = (name: string) =>
  createHash('sha256').update(`${name} ${ATTEMPT}`).digest('base64url');

function claimsWith(changed: object): object {
  const now = Math.floor(Date.now() / 1_000);
  return {
    ...{ iss: issuer, aud: CLIENT.id, sub: 'u-1', iat: now, exp: now + 300 },
    ...{ nonce: valueOf('nonce'), email: 'a@b.example', groups: ['all'], ...changed },
  };
}

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

type Sign = (signed: string) => Buffer | string;
const bySecret: Sign = (signed) => createHmac('sha256', CLIENT.secret).update(signed).digest();
const by =
  ({ privateKey }: { readonly privateKey: KeyObject }): Sign =>
  (signed) =>
    sign('sha256', Buffer.from(signed), privateKey);

function makeToken(changed: object = {}, header: object = {}, signature: Sign = by(own)): string {
  const head = { alg: 'RS256', kid: 'k1', ...header };
  const signed = `${encode(head)}.${encode(claimsWith(changed))}`;
  return `${signed}.${Buffer.from(signature(signed)).toString('base64url')}`;
}

const makeProvider = () =>
  new IdentityProvider({
    ...{ LETHE_OIDC_ISSUER: issuer, LETHE_PUBLIC_URL: 'http://127.0.0.1:8080' },
    ...{ LETHE_OIDC_CLIENT_ID: CLIENT.id, LETHE_OIDC_CLIENT_SECRET: CLIENT.secret },
    ...{ LETHE_OIDC_NAME: 'it', LETHE_OIDC_SCOPES: 'openid', LETHE_OIDC_GROUPS: [] },
    ...{ LETHE_OIDC_GROUPS_CLAIM: 'groups', LETHE_OIDC_VERIFIED_EMAIL_ONLY: false },
  });
const finish = (token: string, at = makeProvider()) => {
  idToken = token;
  const target = `/console/sign-in/oidc/callback?code=c&state=${valueOf('state')}`;
  return at.finish(target, ATTEMPT);
};

it('accepts an ID token that was signed with a key of the provider, and caches the keys', async () => {
  const at = makeProvider();
  const before = jwksRequests;
  const expected = { subject: 'u-1', email: 'a@b.example', groups: ['all'] };
  expect(await finish(makeToken(), at)).toMatchObject(expected);
  expect(await finish(makeToken({ azp: CLIENT.id, aud: [CLIENT.id, 'x'] }), at)).toMatchObject(
    expected,
  );
  expect(jwksRequests - before).toBe(1);
});

it.each<[string, () => string]>([
  ['a different key with the same key id', () => makeToken({}, {}, by(other))],
  ['a key that the provider does not publish', () => makeToken({}, { kid: 'k2' }, by(other))],
  ['no key', () => makeToken({}, { alg: 'none' }, () => '')],
  ['the client secret', () => makeToken({}, { alg: 'HS256' }, bySecret)],
  ['an algorithm that the provider does not list', () => makeToken({}, { alg: 'PS256' })],
  [
    'changed claims',
    () => makeToken().replace(/\.[^.]+\./, `.${encode(claimsWith({ sub: 'x' }))}.`),
  ],
])('refuses an ID token with a signature of %s', async (_by, token) => {
  await expect(finish(token())).rejects.toThrow();
});

it.each<[string, object]>([
  ['iss', { iss: 'https://other.example.com' }],
  ['aud', { aud: 'other' }],
  ['aud with several values and no azp', { aud: ['lethe', 'other'] }],
  ['azp', { azp: 'other' }],
  ['exp', { exp: 1 }],
  ['exp that is missing', { exp: undefined }],
  ['nonce', { nonce: 'other' }],
  ['nonce that is missing', { nonce: undefined }],
  ['sub that is empty', { sub: '' }],
  ['sub with U+0000', { sub: 'a\u0000' }],
  ['email_verified that is not true', { email_verified: false }],
])('refuses an ID token with a wrong %s', async (_claim, changed) => {
  await expect(finish(makeToken(changed))).rejects.toThrow();
});

it('accepts a second key that the provider publishes, and refuses an answer that is too large', async () => {
  published = [jwkOf(own.publicKey, 'k1'), jwkOf(other.publicKey, 'k2')];
  expect(await finish(makeToken({}, { kid: 'k2' }, by(other)))).toMatchObject({ subject: 'u-1' });
  padding = 'x'.repeat(1024 * 1024);
  await expect(finish(makeToken())).rejects.toThrow();
});
