import { createHash } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { waitFor } from '@lethe/testing';
import { IdentityProvider } from '../src/console/sign-in/identity-provider.js';
import { sendAs } from './console-requests.js';
import { useGatewayOnDatabase } from './gateway-on-database.js';

const database = useGatewayOnDatabase({ workspaces: [{ id: 'ws_a', name: 'A' }] });
const GROUPS = [{ group: 'all', workspace: 'ws_a', role: 'viewer' as const }];
const PUBLIC_URL = 'http://127.0.0.1:8080';

/** A provider that says what it is, and answers nothing else until it is told. */
const held: ServerResponse[] = [];
let isSilent = false;
let atOnce = 0;
let tokensAsked = 0;
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
  held.push(answer);
  if (url === '/token') tokensAsked += 1;
  atOnce = Math.max(atOnce, held.length);
});
const answerAll = () => {
  for (const answer of held.splice(0)) answer.writeHead(400).end('{"error":"invalid_grant"}');
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

it('is asked about a few sign-ins at once, however many somebody makes up', async () => {
  const url = await database.startAnother({
    ...{ LETHE_PUBLIC_URL: PUBLIC_URL, LETHE_OIDC_ISSUER: issuer },
    ...{ LETHE_OIDC_CLIENT_ID: 'lethe', LETHE_OIDC_GROUPS: GROUPS },
  });
  const callbacks = Array.from({ length: 40 }, (_none, n) => {
    const state = createHash('sha256').update(`state ${n}`).digest('base64url');
    const path = `/console/sign-in/oidc/callback?code=made-up&state=${state}`;
    return sendAs(url, path, { headers: { cookie: `lethe-sign-in-loopback=${n}` } });
  });
  await waitFor(() => held.length === 16);
  const done = Promise.all(callbacks);
  await waitFor(() => {
    answerAll();
    return tokensAsked === 40;
  });
  answerAll();
  expect((await done).map(({ status }) => status)).toEqual(Array(40).fill(400));
  expect(atOnce).toBe(16);
});

it('keeps nobody waiting for what is known of it', async () => {
  const at = new IdentityProvider(
    {
      ...{ issuer: new URL(issuer), clientId: 'lethe', name: 'it', scope: 'openid' },
      ...{ groupsClaim: 'groups', groups: GROUPS, publicUrl: PUBLIC_URL },
    },
    0, // what is known is old at once
  );
  expect((await at.begin('a')).origin).toBe(issuer);
  isSilent = true;
  expect((await at.begin('b')).origin).toBe(issuer);
  await waitFor(() => held.length === 1);
});
