import { fileURLToPath } from 'node:url';
import { freePort, spawnApp, waitFor, type SpawnedApp } from '@lethe/testing';
import { cookieOf, OWN_PAGE, sendAs, type ConsoleAnswer } from './console-requests.js';
import { useGatewayOnDatabase } from './gateway-on-database.js';

const OWNER = 'lth_owner_0123456789abcdefghijkl';
const PROVIDER = fileURLToPath(new URL('oidc-provider.mjs', import.meta.url));
const START = '/console/sign-in/oidc';
const GROUPS = [
  { group: 'lethe-admins', workspace: 'ws_a', role: 'admin' as const },
  { group: 'lethe-owners', workspace: 'ws_a', role: 'owner' as const },
  { group: 'lethe-readers', workspace: 'ws_a', role: 'viewer' as const },
  { group: 'lethe-elsewhere', workspace: 'ws_b', role: 'viewer' as const },
  { group: 'lethe-nowhere', workspace: 'ws_gone', role: 'viewer' as const },
];

const database = useGatewayOnDatabase({
  workspaces: [
    {
      id: 'ws_a',
      name: 'A',
      tokens: [{ name: 'owner', email: 'o@example.com', token: OWNER, role: 'owner' }],
    },
    { id: 'ws_b', name: 'B', tokens: [] },
  ],
});

let provider: SpawnedApp | undefined;
let issuer = '';
let url = '';

beforeAll(async () => {
  const [ownPort, providerPort] = [await freePort(), await freePort()];
  url = `http://127.0.0.1:${ownPort}`;
  issuer = `http://127.0.0.1:${providerPort}`;
  await database.startAnother(
    {
      LETHE_PUBLIC_URL: url,
      LETHE_OIDC_ISSUER: issuer,
      LETHE_OIDC_CLIENT_ID: 'lethe',
      LETHE_OIDC_CLIENT_SECRET: 'a secret of the test',
      LETHE_OIDC_NAME: 'Okta <b>',
      LETHE_OIDC_SCOPES: 'openid email groups',
      LETHE_OIDC_GROUPS: GROUPS,
    },
    ownPort,
  );
});
afterAll(() => provider?.stop());

async function startProvider(): Promise<void> {
  provider = spawnApp({ args: [PROVIDER, new URL(issuer).port, `${url}${START}/callback`] });
  const { output } = provider;
  await waitFor(() => provider?.stdout.includes('listening') === true, { message: () => output });
  // After a failure, discovery is not repeated for a second.
  await waitFor(async () => (await sendAs(url, START, { headers: {} })).status === 302);
}

/** Sets the person who signs in at the provider from now on, and the group of the person. */
const actAs = (person: string, group?: string) =>
  fetch(`${issuer}/as/${person}${group === undefined ? '' : `/${group}`}`, { method: 'POST' });

/** Follows redirects like a browser, until the provider redirects to the gateway. */
async function goToProvider(
  earlierCookie = '',
): Promise<{ readonly back: string; readonly cookie: string }> {
  const headers = { accept: 'text/html', cookie: earlierCookie };
  const begun = await sendAs(url, START, { headers });
  expect(begun.status).toBe(302);
  const jar = new Map<string, string>();
  let next = String(begun.headers.location);
  while (next.startsWith(issuer)) {
    const cookies = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await sendAs(next, next, { headers: { cookie: cookies } });
    for (const cookie of answer.cookies) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      jar.set(name, value);
    }
    if (answer.headers.location === undefined) throw new Error(answer.text);
    next = new URL(String(answer.headers.location), next).href;
  }
  return { back: next, cookie: cookieOf(begun) };
}

/** Sends the request of a browser that the provider redirects, without `Strict` cookies. */
const comeBack = (back: string, cookie: string): Promise<ConsoleAnswer> =>
  sendAs(url, back, { headers: { cookie, 'sec-fetch-site': 'cross-site', accept: 'text/html' } });

async function signIn(): Promise<ConsoleAnswer> {
  const { back, cookie } = await goToProvider();
  return comeBack(back, cookie);
}

const sessionOf = ({ cookies }: ConsoleAnswer): string =>
  cookies.find((cookie) => cookie.startsWith('lethe-loopback='))?.split(';')[0] ?? '';

const me = (session: string) =>
  sendAs(url, '/v2/me', { headers: { ...OWN_PAGE, cookie: session } });

it('single sign-on is offered while the provider does not answer, and does not block other sign-ins', async () => {
  const offered = await sendAs(url, '/console/sign-in', { headers: {} });
  expect(offered.body).toEqual({ token: true, singleSignOn: { name: 'Okta <b>', href: START } });
  const page = await sendAs(url, START, { headers: { accept: 'text/html' } });
  expect([page.status, page.cookies]).toEqual([503, []]);
  expect(page.text).toContain('<h1>Okta &lt;b&gt; does not answer</h1>');
  const body = { token: OWNER };
  const post = { method: 'POST', headers: OWN_PAGE, body };
  expect((await sendAs(url, '/console/session', post)).status).toBe(204);
  expect((await sendAs(database.url, START, { headers: {} })).status).toBe(404);
});

describe('sign-in with an identity provider', () => {
  beforeAll(startProvider);
  beforeEach(() => actAs('ana', 'lethe-admins'));

  it("begins a session with the scopes of the person's first configured group", async () => {
    const begun = await sendAs(url, START, { headers: { accept: 'text/html' } });
    expect(begun.cookies).toEqual([
      expect.stringMatching(
        /^lethe-sign-in-loopback=[\w-]{100,200}; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/,
      ),
    ]);
    const { searchParams } = new URL(String(begun.headers.location));
    expect(searchParams.get('code_challenge_method')).toBe('S256');
    expect(begun.headers.location).not.toContain(cookieOf(begun).split('=')[1]);

    const answer = await signIn();
    expect([answer.status, answer.headers['content-type']]).toEqual([
      200,
      'text/html; charset=utf-8',
    ]);
    expect(answer.text).toContain(
      '<meta http-equiv="refresh" content="0; url=/console/#signed-in">',
    );
    expect(answer.text).not.toContain('<script');
    expect(answer.headers['content-security-policy']).toMatch(
      /^default-src 'none'; style-src 'sha/,
    );
    expect(answer.cookies).toContainEqual(expect.stringMatching(/SameSite=Strict$/));
    expect(answer.cookies).toContainEqual(expect.stringMatching(/^lethe-sign-in-loopback=; Max-A/));
    const { status, body } = await me(sessionOf(answer));
    expect([status, body]).toMatchObject([
      200,
      {
        workspace: { id: 'ws_a' },
        token: { name: 'ana@example.com', email: 'ana@example.com' },
        scopes: expect.not.arrayContaining(['tokens:write']) as unknown,
      },
    ]);
    expect(body.scopes).toContain('catalog:write');
  });

  it('gives a person one token, with the scopes of the last sign-in', async () => {
    const first = sessionOf(await signIn());
    const before = (await me(first)).body as unknown as { token: { id: string } };
    await actAs('ana', 'lethe-readers');
    const second = sessionOf(await signIn());
    expect(second).not.toBe(first);
    expect((await me(second)).body).toMatchObject({
      token: { id: before.token.id },
      scopes: ['regulations:read', 'catalog:read'],
    });
    await waitFor(async () => ((await me(first)).body.scopes as unknown[]).length === 2);
  });

  it('creates a new token at the next sign-in after the token of the person was revoked', async () => {
    const session = sessionOf(await signIn());
    const { token } = (await me(session)).body as unknown as { token: { id: string } };
    const revoked = await sendAs(url, `/v2/tokens/${token.id}`, {
      ...{ method: 'DELETE', headers: { authorization: `Bearer ${OWNER}` } },
    });
    expect(revoked.status).toBe(204);
    await waitFor(async () => (await me(session)).status === 401);
    expect((await me(sessionOf(await signIn()))).body).toMatchObject({
      token: { name: 'ana@example.com (2)' },
    });
  });

  it('accepts an address without email_verified', async () => {
    await actAs('kim', 'lethe-readers');
    expect((await me(sessionOf(await signIn()))).body).toMatchObject({
      token: { name: expect.stringMatching(/^ana@example.com/) as string },
    });
  });

  it.each([
    ['bob', 'everybody', 403, 'None of your groups has access.'],
    ['bob', 'lethe-nowhere', 404, 'ws_gone'],
    ['nobody', undefined, 400, 'Its answer was access_denied.'],
    ['eve', 'lethe-readers', 403, 'has not verified your e-mail address'],
  ])(
    'shows the reason of the refusal to %s of the group %s',
    async (person, group, status, words) => {
      await actAs(person, group);
      const page = await signIn();
      expect([page.status, sessionOf(page)]).toEqual([status, '']);
      expect(page.text).toContain(words);
    },
  );

  it('accepts an answer of the provider only once, and only from the browser that began the sign-in', async () => {
    const { back, cookie } = await goToProvider();
    const victim = await goToProvider();
    for (const other of ['', victim.cookie, 'lethe-sign-in-loopback=x']) {
      const page = await comeBack(back, other);
      expect([page.status, sessionOf(page)]).toEqual([400, '']);
    }
    expect((await comeBack(back, cookie)).status).toBe(200);
    const again = await comeBack(back, cookie);
    expect([again.status, sessionOf(again)]).toEqual([400, '']);
  });

  it('works in several tabs of a browser at the same time', async () => {
    const one = await goToProvider();
    const two = await goToProvider(one.cookie);
    const first = await comeBack(one.back, two.cookie);
    expect([first.status, sessionOf(first)]).toEqual([200, expect.stringContaining('lethe-')]);
    const left = cookieOf(first);
    expect(left).not.toBe('lethe-sign-in-loopback=');
    const second = await comeBack(two.back, left);
    expect([second.status, cookieOf(second)]).toEqual([200, 'lethe-sign-in-loopback=']);
  });

  it('lets the browser complete its sign-in after a callback with a wrong state', async () => {
    const { back, cookie } = await goToProvider();
    const page = await comeBack(`${START}/callback?code=x&state=x`, cookie);
    expect([page.status, page.cookies]).toEqual([400, []]);
    expect((await comeBack(back, cookie)).status).toBe(200);
  });

  it.each([
    ['a different workspace', 'lethe-elsewhere', 200],
    ['no group', 'everybody', 403],
  ])('ends the sessions of a person who was moved to %s', async (_where, group, status) => {
    await actAs('mia', 'lethe-admins');
    const session = sessionOf(await signIn());
    expect((await me(session)).status).toBe(200);
    await actAs('mia', group);
    expect((await signIn()).status).toBe(status);
    await waitFor(async () => (await me(session)).status === 401);
    await actAs('mia', 'lethe-admins');
    expect((await me(sessionOf(await signIn()))).status).toBe(200);
  });

  describe('a token or data plane of a person', () => {
    const inAnHour = new Date(Date.now() + 3_600_000).toISOString();
    const send = (path: string, body: object, headers: Record<string, string>) =>
      sendAs(url, path, { method: 'POST', headers, body });
    const made = async (answer: Promise<ConsoleAnswer>): Promise<string> => {
      const { status, body, text } = await answer;
      expect([status, text]).toEqual([201, text]);
      return String(body.secret);
    };
    const bearer = (secret: string) => ({ authorization: `Bearer ${secret}` });
    const scopesOf = async (secret: string) => {
      const { status, body } = await sendAs(url, '/v2/me', { headers: bearer(secret) });
      return status === 200 ? body.scopes : status;
    };
    const feed = async (secret: string) =>
      (
        await sendAs(url, '/workspaceConfig', {
          headers: { authorization: `Basic ${btoa(`${secret}:`)}` },
        })
      ).status;
    let names = 0;
    const make = async (by: Record<string, string>, scopes: readonly string[]) => {
      const input = { name: `made ${(names += 1)}`, expiresAt: inAnHour };
      return {
        token: await made(send('/v2/tokens', { ...input, scopes }, by)),
        plane: await made(send('/v2/data-planes', input, by)),
      };
    };
    const PLANES = ['data-planes:write', 'deletions:work', 'catalog:read', 'catalog:write'];
    const WRITE = ['regulations:read', 'tokens:write', ...PLANES];

    it('never has more scopes than the person, even if another token of the person created it', async () => {
      await actAs('pam', 'lethe-owners');
      const own = { ...OWN_PAGE, cookie: sessionOf(await signIn()) };
      const direct = await make(own, WRITE);
      const further = await make(bearer(direct.token), WRITE);
      const reading = await make(own, ['regulations:read']);
      expect(await scopesOf(further.token)).toHaveLength(WRITE.length);
      await actAs('pam', 'lethe-readers');
      await signIn();
      for (const { token, plane } of [direct, further, reading]) {
        await waitFor(async () => !String(await scopesOf(token)).includes('write'));
        await waitFor(async () => (await feed(plane)) === 401);
      }
      await actAs('pam', 'lethe-owners');
      await signIn(); // a token does not get a scope back that it lost
      expect(await scopesOf(further.token)).toEqual(['regulations:read', 'catalog:read']);
    });

    it.each([
      ['is no longer in a group', () => actAs('pia', 'everybody').then(signIn)],
      ['was moved to a different workspace', () => actAs('pia', 'lethe-elsewhere').then(signIn)],
      [
        'has no active token, because an owner revoked it',
        async () => {
          const listed = await sendAs(url, '/v2/tokens', { headers: bearer(OWNER) });
          const tokens = listed.body.tokens as { id: string; name: string; state: string }[];
          const active = tokens.filter(
            ({ state, name }) => state === 'active' && name.startsWith('ana@'),
          );
          for (const { id } of active) {
            await sendAs(url, `/v2/tokens/${id}`, { method: 'DELETE', headers: bearer(OWNER) });
          }
        },
      ],
    ])('ends when the person %s', async (_why, lose) => {
      await actAs('pia', 'lethe-owners');
      const own = { ...OWN_PAGE, cookie: sessionOf(await signIn()) };
      const direct = await make(own, WRITE);
      const further = await make(bearer(direct.token), WRITE);
      expect([await feed(direct.plane), await feed(further.plane)]).toEqual([200, 200]);
      await lose();
      for (const { token, plane } of [direct, further]) {
        await waitFor(async () => (await scopesOf(token)) === 401);
        await waitFor(async () => (await feed(plane)) === 401);
      }
      expect(await scopesOf(OWNER)).not.toBe(401);
    });
  });

  it('asks for confirmation unless the browser comes from a page of the gateway', async () => {
    for (const site of ['cross-site', 'same-site', 'none']) {
      const headers = { accept: 'text/html', 'sec-fetch-site': site };
      const page = await sendAs(url, START, { headers });
      expect([page.status, page.cookies, page.headers.location]).toEqual([200, [], undefined]);
      expect(page.text).toContain(`<a href="${START}">Continue with Okta &lt;b&gt;</a>`);
      expect(page.text).not.toContain('http-equiv="refresh"');
    }
    const headers = { accept: 'text/html', 'sec-fetch-site': 'same-origin' };
    expect((await sendAs(url, START, { headers })).status).toBe(302);
  });

  it('shows no text from the query of the callback', async () => {
    const { cookie } = await goToProvider();
    const query = '?error=%3Cscript%3E&error_description=call+0900&state=x';
    const page = await comeBack(`${START}/callback${query}`, cookie);
    expect(page.status).toBe(400);
    expect(page.text).not.toMatch(/script|0900/);
  });
});
