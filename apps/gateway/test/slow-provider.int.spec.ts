import { createHash } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { waitFor } from '@lethe/testing';
import { IdentityProvider } from '../src/console/sign-in/identity-provider.js';
import { cookieOf, sendAs } from './console-requests.js';
import { useGatewayOnDatabase } from './gateway-on-database.js';

const database = useGatewayOnDatabase({ workspaces: [{ id: 'ws_a', name: 'A' }] });
const GROUPS = [{ group: 'all', workspace: 'ws_a', role: 'viewer' as const }];
const PUBLIC_URL = 'http://127.0.0.1:8080';

// The identity provider of these tests answers discovery immediately, and all other requests when
// `answerAll` is called.
const unanswered: ServerResponse[] = [];
let isSilent = false;
let atOnce = 0;
let tokenRequests = 0;
let issuer = '';
const provider = createServer(({ url }, answer) => {
  if (url?.startsWith('/.well-known/') === true && !isSilent) {
    const at = (path: string) => `${issuer}${path}`;
    answer.setHeader('content-type', 'application/json');
    answer.end(
      JSON.stringify({
        ...{ issuer, authorization_endpoint: at('/auth'), token_endpoint: at('/token') },
        ...{ jwks_uri: at('/jwks'), response_types_supported: ['code'] },
      }),
    );
    return;
  }
  unanswered.push(answer);
  if (url === '/token') tokenRequests += 1;
  atOnce = Math.max(atOnce, unanswered.length);
});
const answerAll = () => {
  for (const answer of unanswered.splice(0)) answer.writeHead(400).end('{"error":"invalid_grant"}');
};

beforeAll(async () => {
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve));
  issuer = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
});
afterEach(answerAll);
afterAll(() => {
  provider.closeAllConnections();
  provider.close();
});

const START = '/console/sign-in/oidc';
const startGateway = () =>
  database.startAnother({
    ...{ LETHE_PUBLIC_URL: PUBLIC_URL, LETHE_OIDC_ISSUER: issuer },
    ...{ LETHE_OIDC_CLIENT_ID: 'lethe', LETHE_OIDC_GROUPS: GROUPS },
  });
const comeBack = (url: string, attempt: string) => {
  const state = createHash('sha256').update(`state ${attempt}`).digest('base64url');
  const path = `${START}/callback?code=made-up&state=${state}`;
  return sendAs(url, path, { headers: { cookie: `lethe-sign-in-loopback=${attempt}` } });
};
async function begin(url: string): Promise<string> {
  return cookieOf(await sendAs(url, START, { headers: {} })).split('=')[1] ?? '';
}

it('the provider gets only sign-ins that a gateway began', async () => {
  const url = await startGateway();
  const begun = await begin(url);
  const invented = [begun.slice(1), `${begun}=`, begun.toLowerCase()];
  for (let n = 0; n < 20; n += 1) invented.push(String(n));
  const answers = Promise.all(invented.map((attempt) => comeBack(url, attempt)));
  let isOver = false;
  void answers.then(() => (isOver = true));
  await waitFor(() => isOver || tokenRequests > 0);
  expect(tokenRequests).toBe(0);
  expect((await answers).map(({ status }) => status)).toEqual(invented.map(() => 400));
});

it('the provider gets at most 16 sign-ins at once and no sign-in twice, and an address with 20 failed sign-ins gets a 429', async () => {
  const url = await startGateway();
  const attempts: string[] = [];
  for (let n = 0; n < 60; n += 1) attempts.push(await begin(url));
  const answers = Promise.all(attempts.map((attempt) => comeBack(url, attempt)));
  let isOver = false;
  void answers.then(() => (isOver = true));
  await waitFor(() => unanswered.length === 16);
  expect((await comeBack(url, attempts[0] ?? '')).status).toBe(400); // the attempt is already used
  await waitFor(() => {
    answerAll();
    return isOver;
  });
  const refused = (await answers).filter(({ status }) => status === 429);
  // The limit is 20 failed sign-ins in a minute. When the 20th failed, 16 sign-ins were in
  // progress.
  expect(tokenRequests).toBeLessThanOrEqual(20 + 16);
  expect(refused).toHaveLength(60 - tokenRequests);
  expect(refused[0]?.text).toContain('Wait a minute');
  expect(atOnce).toBe(16);
});

it('sign-ins do not wait while discovery is repeated', async () => {
  const at = new IdentityProvider(
    {
      ...{ LETHE_OIDC_ISSUER: issuer, LETHE_OIDC_CLIENT_ID: 'lethe', LETHE_PUBLIC_URL: PUBLIC_URL },
      ...{ LETHE_OIDC_NAME: 'it', LETHE_OIDC_SCOPES: 'openid', LETHE_OIDC_GROUPS: GROUPS },
      ...{ LETHE_OIDC_GROUPS_CLAIM: 'groups', LETHE_OIDC_VERIFIED_EMAIL_ONLY: false },
    },
    0, // the result of a discovery expires immediately
  );
  expect((await at.begin('a')).origin).toBe(issuer);
  isSilent = true;
  expect((await at.begin('b')).origin).toBe(issuer);
  await waitFor(() => unanswered.length === 1);
});
