import { waitFor } from '@lethe/testing';
import { cookieOf, OWN_PAGE, sendAs, type ConsoleAnswer } from './console-requests.js';
import { useGatewayOnDatabase } from './gateway-on-database.js';

const TOKENS = {
  owner: 'lth_owner_0123456789abcdefghijkl',
  soon: 'lth_soon_0123456789abcdefghijklm',
  leaving: 'lth_leaving_0123456789abcdefghij',
  other: 'lth_other_0123456789abcdefghijkl',
  gone: 'lth_gone_0123456789abcdefghijklm',
  many: 'lth_many_0123456789abcdefghijklm',
};
const PLANE = 'lth_dp_0123456789abcdefghijkl';
const HOUR_MS = 3_600_000;
const inAnHour = new Date(Date.now() + HOUR_MS).toISOString();

const token = (name: keyof typeof TOKENS, rest: object = {}) => ({
  ...{ name, email: 'a@example.com', token: TOKENS[name], role: 'owner' },
  ...rest,
});

const gateway = useGatewayOnDatabase({
  workspaces: [
    {
      id: 'ws_a',
      name: 'A',
      tokens: [token('owner'), token('soon', { expiresAt: inAnHour }), token('leaving')],
      dataPlanes: [{ name: 'eu-1', token: PLANE }],
    },
    { id: 'ws_b', name: 'B', tokens: [token('other'), token('many'), token('gone')] },
  ],
});

const post = (body: unknown, headers: Record<string, string> = {}, url = gateway.url) =>
  sendAs(url, '/console/session', {
    method: 'POST',
    headers: { ...OWN_PAGE, ...headers },
    body,
  });

async function signIn(as: keyof typeof TOKENS = 'owner', url = gateway.url): Promise<string> {
  const answer = await post({ token: TOKENS[as] }, {}, url);
  expect(answer.status).toBe(204);
  return cookieOf(answer);
}

const ask = (
  cookie: string,
  path = '/v2/me',
  headers: Record<string, string> = OWN_PAGE,
  url = gateway.url,
): Promise<ConsoleAnswer> => sendAs(url, path, { headers: { ...headers, cookie } });

const signOut = (cookie: string, url = gateway.url) =>
  sendAs(url, '/console/session', { method: 'DELETE', headers: { ...OWN_PAGE, cookie } });

describe('signing in with a token', () => {
  it('sets a cookie that has the scopes of the token until sign-out', async () => {
    const answer = await post({ token: TOKENS.owner });
    expect([answer.status, answer.text]).toEqual([204, '']);
    expect(answer.cookies).toEqual([
      expect.stringMatching(
        /^lethe-loopback=[\w-]{43}; Max-Age=8639\d|86400; Path=\/; HttpOnly; SameSite=Strict$/,
      ),
      expect.stringMatching(/^__Host-lethe=; Max-Age=0;/),
    ]);
    const cookie = cookieOf(answer);
    const me = await ask(cookie);
    expect(me).toMatchObject({ status: 200, body: { workspace: { id: 'ws_a' } } });
    expect(me).toMatchObject({ body: { token: { name: 'owner' } } });
    expect(me.headers).toHaveProperty('ratelimit'); // the rate limits of the token apply
    expect(JSON.stringify([me, answer.headers])).not.toContain(TOKENS.owner);

    const shown = await ask(cookie, '/console/session');
    const { createdAt, expiresAt, idleExpiresAt } = shown.body as Record<string, string>;
    const after = (time = '') => (Date.parse(time) - Date.parse(createdAt ?? '')) / HOUR_MS;
    expect([after(expiresAt), after(idleExpiresAt)]).toEqual([24, 8]);

    const out = await signOut(cookie);
    expect(out.status).toBe(204);
    expect(out.cookies).toContainEqual(expect.stringMatching(/^lethe-loopback=; Max-Age=0; Path/));
    expect((await ask(cookie)).status).toBe(401);
    expect((await signOut(cookie)).status).toBe(204);
    const rows = await gateway.connection.query('select from catalog.sessions');
    expect(rows).toEqual([]);
  });

  it('stores only a hash of the session id', async () => {
    const cookie = await signIn();
    const rows = await gateway.connection.query('select s::text as row from catalog.sessions s');
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(cookie.split('=')[1]);
  });

  it('creates a new session id, and ends the earlier session of the browser', async () => {
    const first = await signIn();
    const second = cookieOf(await post({ token: TOKENS.other }, { cookie: first }));
    expect(second).not.toBe(first);
    expect(await ask(second)).toMatchObject({ body: { workspace: { id: 'ws_b' } } });
    expect((await ask(first)).status).toBe(401);
    const chosen = `lethe-loopback=${'a'.repeat(43)}`;
    expect(cookieOf(await post({ token: TOKENS.owner }, { cookie: chosen }))).not.toBe(chosen);
    expect((await ask(chosen)).status).toBe(401);
  });

  it.each([
    [{ token: 'lth_unknown' }, 401],
    [{ code: 'x'.repeat(43) }, 401],
    [{ code: 'short' }, 401],
    [{ token: PLANE }, 401],
    [{}, 400],
    [{ token: TOKENS.owner, code: 'x' }, 400],
    [{ token: 7 }, 400],
    [{ token: TOKENS.owner, role: 'owner' }, 400],
    [{ token: 'x'.repeat(5_000) }, 413],
  ])('refuses %j', async (body, status) => {
    const answer = await post(body);
    expect(answer.status).toBe(status);
    expect(answer.cookies).toEqual([]);
    expect(answer.text).not.toContain(TOKENS.owner);
  });

  it.each([
    ['a form of another site', { 'content-type': 'text/plain' }, 415],
    ['another site', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }, 400],
    ['a sibling domain', { 'sec-fetch-site': 'same-site', origin: 'http://evil.127.0.0.1' }, 400],
    ['a page without the header of the console', { 'x-lethe-console': '0' }, 400],
  ])('accepts no sign-in from %s', async (_who, headers, status) => {
    const answer = await post({ token: TOKENS.owner }, headers);
    expect([answer.status, answer.cookies]).toEqual([status, []]);
  });

  it('checks the origin if a browser does not send Sec-Fetch-Site', async () => {
    const at = (headers: object) =>
      sendAs(gateway.url, '/console/session', {
        ...{ method: 'POST', body: { token: TOKENS.owner } },
        headers: { 'x-lethe-console': '1', ...headers },
      });
    const { host } = new URL(gateway.url);
    expect((await at({ origin: `http://${host}` })).status).toBe(204);
    for (const origin of ['http://127.0.0.1:1', 'null', `http://${host}.evil.example`]) {
      expect((await at({ origin })).status).toBe(400);
    }
    expect((await at({})).status).toBe(400);
  });

  it('refuses a client that guesses codes, but not a valid token from the same address', async () => {
    const url = await gateway.startAnother({ LETHE_FAILED_CREDENTIALS: 3 });
    let guesses = 0;
    const guess = () => post({ code: String((guesses += 1)).padStart(43, '0') }, {}, url);
    expect((await guess()).status).toBe(401);
    await waitFor(async () => (await guess()).status === 429);
    expect((await post({ token: TOKENS.owner }, {}, url)).status).toBe(204);
  });
});

describe('the cookie', () => {
  it.each([
    ['https', { origin: 'https://lethe.example.com', host: 'lethe.example.com' }],
    ['a proxy on this host', { 'x-forwarded-proto': 'https' }],
    ['a proxy that says http', { 'x-forwarded-proto': 'http', 'x-forwarded-host': '127.0.0.1' }],
    ['a host that only begins like loopback', { host: '127.0.0.1.evil.example' }],
    ['https behind a proxy that changes the host', { origin: 'https://lethe.example.com' }],
  ])('has the prefix __Host- with %s', async (_what, headers) => {
    const { cookies } = await post({ token: TOKENS.owner }, headers);
    expect(cookies[0]).toMatch(
      /^__Host-lethe=[\w-]{43}; Max-Age=\d+; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
    );
  });

  it('is not set over http outside of loopback, even if headers of a proxy claim loopback and https', async () => {
    const http = { origin: 'http://lethe.example.com', host: 'lethe.example.com' };
    const answer = await post({ token: TOKENS.owner }, http);
    expect([answer.status, answer.cookies]).toEqual([400, []]);
    expect(answer.body.message).toContain('https');
    const faked = { ...http, 'x-forwarded-host': 'localhost', 'x-forwarded-proto': 'https' };
    expect((await post({ token: TOKENS.owner }, faked)).status).toBe(400);
  });

  it('for loopback is ignored on other hosts, because a subdomain could set it there', async () => {
    const cookie = await signIn();
    expect((await ask(cookie)).status).toBe(200);
    const elsewhere = { ...OWN_PAGE, host: 'lethe.example.com' };
    expect((await ask(cookie, '/v2/me', elsewhere)).status).toBe(401);
    expect((await ask(cookie, '/v2/me', { ...OWN_PAGE, forwarded: 'proto=http' })).status).toBe(
      401,
    );
    const url = await gateway.startAnother({ LETHE_PUBLIC_URL: 'https://lethe.example.com' });
    expect((await ask(cookie, '/v2/me', OWN_PAGE, url)).status).toBe(401);
    const secure = cookie.replace('lethe-loopback', '__Host-lethe');
    expect((await ask(secure, '/v2/me', OWN_PAGE, url)).status).toBe(200);
  });

  it('for TLS is cleared if its session has ended, and the cookie for loopback still works', async () => {
    const former = (await signIn()).replace('lethe-loopback', '__Host-lethe');
    const cleared = [expect.stringMatching(/^__Host-lethe=; Max-Age=0; Path=\/;.* Secure/)];
    // First the session ends, then its row is deleted.
    for (const sql of [
      `update catalog.sessions set last_used_at = 'epoch'`,
      'delete from catalog.sessions',
    ]) {
      const url = await gateway.startAnother();
      await gateway.connection.query(sql);
      const both = `${former}; ${await signIn('owner', url)}`;
      const me = await ask(both, '/v2/me', OWN_PAGE, url);
      expect([me.status, me.cookies]).toEqual([200, cleared]);
    }
    // If neither cookie is valid, both stay, because a sign-in can be in progress.
    const neither = await ask(`${former}; lethe-loopback=${'a'.repeat(43)}`);
    expect([neither.status, neither.cookies]).toEqual([401, []]);
  });

  it('can exist for TLS and for loopback, and a sign-out or a new sign-in ends both sessions', async () => {
    const secure = (await signIn()).replace('lethe-loopback', '__Host-lethe');
    const loopback = await signIn('other');
    const both = `${secure}; ${loopback}`;
    expect(await ask(both)).toMatchObject({ body: { workspace: { id: 'ws_a' } } });
    expect((await signOut(both)).cookies).toHaveLength(2);
    for (const one of [secure, loopback, both]) expect((await ask(one)).status).toBe(401);
    const again = `${(await signIn()).replace('lethe-loopback', '__Host-lethe')}; ${await signIn()}`;
    const next = await post({ token: TOKENS.other }, { cookie: again });
    expect(next.cookies).toHaveLength(2);
    for (const one of again.split('; ')) expect((await ask(one)).status).toBe(401);
  });

  it.each([
    ['no header of the console', { 'sec-fetch-site': 'same-origin' }],
    ['another site', { ...OWN_PAGE, 'sec-fetch-site': 'cross-site' }],
    ['a sibling site', { ...OWN_PAGE, 'sec-fetch-site': 'same-site' }],
    ['an address that a person typed', { ...OWN_PAGE, 'sec-fetch-site': 'none' }],
    ['a browser without Sec-Fetch-Site', { 'x-lethe-console': '1' }],
    ['another origin', { 'x-lethe-console': '1', origin: 'http://127.0.0.1:1' }],
  ])('is ignored with %s', async (_what, headers) => {
    const cookie = await signIn();
    expect((await ask(cookie, '/v2/me', headers)).status).toBe(401);
    expect((await ask(cookie, '/console/session', headers)).status).toBe(401);
    const out = { method: 'DELETE', headers: { ...headers, cookie } };
    const left = await sendAs(gateway.url, '/console/session', out);
    expect([left.status, left.cookies]).toEqual([401, []]);
    expect((await ask(cookie)).status).toBe(200);
  });

  it('is accepted by every route that takes a token, and by no route of data planes', async () => {
    const cookie = await signIn();
    for (const path of ['/v2/sources', '/transformations', '/v2/tokens']) {
      expect([path, (await ask(cookie, path)).status]).toEqual([path, 200]);
    }
    for (const path of [
      '/workspaceConfig',
      '/dataplane/workspaces/ws_a/regulations/suppressions',
    ]) {
      expect([path, (await ask(cookie, path)).status]).toEqual([path, 401]);
    }
  });

  it('is ignored if the request has a token in a header, even an unknown token', async () => {
    const cookie = await signIn();
    const bearer = (secret: string) => ({ ...OWN_PAGE, authorization: `Bearer ${secret}` });
    expect(await ask(cookie, '/v2/me', bearer(TOKENS.other))).toMatchObject({
      body: { workspace: { id: 'ws_b' } },
    });
    expect((await ask(cookie, '/v2/me', bearer('lth_unknown'))).status).toBe(401);
  });

  it('is refused with a challenge for Bearer only, because Basic would open a password dialog', async () => {
    const seen = (answer: ConsoleAnswer) => [answer.status, answer.headers['www-authenticate']];
    const path = '/transformations';
    expect(seen(await ask('a=b', path))).toEqual([401, 'Bearer realm="lethe"']);
    expect(seen(await ask('a=b', path, {}))).toEqual([401, expect.stringContaining('Basic')]);
  });
});

describe('a session', () => {
  it('ends at every gateway when its token is revoked', async () => {
    const other = await gateway.startAnother();
    const cookie = await signIn('leaving');
    expect((await ask(cookie, '/v2/me', OWN_PAGE, other)).status).toBe(200);
    const me = (await ask(cookie)).body as unknown as { token: { id: string } };
    const owner = { authorization: `Bearer ${TOKENS.owner}` };
    const path = `/v2/tokens/${me.token.id}`;
    const revoked = await sendAs(gateway.url, path, { method: 'DELETE', headers: owner });
    expect(revoked.status).toBe(204);
    for (const url of [gateway.url, other]) {
      await waitFor(async () => (await ask(cookie, '/v2/me', OWN_PAGE, url)).status === 401);
    }
    expect((await post({ token: TOKENS.leaving })).status).toBe(401);
  });

  it('ends no later than its token', async () => {
    const shown = await ask(await signIn('soon'), '/console/session');
    expect(shown.body).toMatchObject({ expiresAt: inAnHour, idleExpiresAt: inAnHour });
  });

  it.each([
    ['was not used for eight hours', `last_used_at = now() - interval '8 hours 1 second'`],
    ['is a day old', `expires_at = now() - interval '1 second'`],
  ])('ends when it %s', async (_what, sql) => {
    const cookie = await signIn();
    await gateway.connection.query(`update catalog.sessions set ${sql}`);
    expect((await ask(cookie)).status).toBe(401);
    await signIn(); // deletes ended sessions
    const [left] = await gateway.connection.query<{ count: number }>(
      `select count(*)::int from catalog.sessions where expires_at <= now()`,
    );
    expect(left?.count).toBe(0);
  });

  it('ends at all gateways when it ends at one gateway', async () => {
    const other = await gateway.startAnother();
    const cookie = await signIn('owner', other);
    expect((await ask(cookie)).status).toBe(200);
    expect((await signOut(cookie, other)).status).toBe(204);
    await waitFor(async () => (await ask(cookie)).status === 401);
  });

  it('replaces the least recently used session if its token has a hundred sessions', async () => {
    const first = await signIn('many');
    const second = await signIn('many');
    await gateway.connection.query(
      `insert into catalog.sessions (hash, token_id, expires_at)
       select sha256(n::text::bytea), t.id, now() + interval '1 hour'
         from catalog.tokens t, generate_series(1, 98) n where t.name = 'many'`,
    );
    expect((await ask(second)).status).toBe(200);
    const third = await signIn('many');
    await waitFor(async () => (await ask(first)).status === 401);
    for (const cookie of [second, third]) expect((await ask(cookie)).status).toBe(200);
  });
});

describe('a code', () => {
  const makeCode = (headers: Record<string, string>, url = gateway.url) =>
    sendAs(url, '/console/sign-in-codes', { method: 'POST', headers });
  const asOwner = { authorization: `Bearer ${TOKENS.owner}` };

  it('signs in only once, at any gateway, without the token', async () => {
    const made = await makeCode(asOwner);
    const { code, href, expiresAt } = made.body as Record<string, string>;
    expect(made.status).toBe(201);
    expect(href).toBe(`${gateway.url}/console/sign-in#code=${code}`);
    expect(Date.parse(expiresAt ?? '') - Date.now()).toBeLessThanOrEqual(60_000);
    const rows = await gateway.connection.query('select c::text from catalog.sign_in_codes c');
    expect(JSON.stringify(rows)).not.toContain(code);

    const other = await gateway.startAnother({ LETHE_PUBLIC_URL: 'http://localhost:8080' });
    const urls = [gateway.url, other, gateway.url, other];
    const answers = await Promise.all(urls.map((url) => post({ code }, {}, url)));
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 401, 401, 401]);
    const cookie = answers.map(cookieOf).find((one) => one !== '') ?? '';
    expect(await ask(cookie)).toMatchObject({ body: { token: { name: 'owner' } } });
    expect((await post({ code })).status).toBe(401);
    expect((await makeCode(asOwner, other)).body.href).toMatch(
      /^http:\/\/localhost:8080\/console\/sign-in#code=[\w-]{43}$/,
    );
  });

  it('shows its owner to a page of the gateway, and stays usable', async () => {
    const { code } = (await makeCode(asOwner)).body;
    const lookUp = (body: unknown, headers: Record<string, string> = OWN_PAGE) =>
      sendAs(gateway.url, '/console/sign-in-codes/lookup', { method: 'POST', headers, body });
    for (let times = 0; times < 2; times += 1) {
      const { status, body, cookies } = await lookUp({ code });
      const owner = { workspace: { id: 'ws_a', name: 'A' }, token: { name: 'owner' } };
      expect([status, body, cookies]).toEqual([200, owner, []]);
    }
    const others = [{ code: 'x'.repeat(43) }, { code: '' }, {}, { code: 1 }, { code, token: 'x' }];
    const statuses = await Promise.all(others.map(async (body) => (await lookUp(body)).status));
    expect(statuses).toEqual([401, 401, 400, 400, 400]);
    const foreign = { ...OWN_PAGE, 'sec-fetch-site': 'cross-site' };
    expect((await lookUp({ code }, foreign)).status).toBe(400);
    expect((await post({ code })).status).toBe(204);
    expect((await lookUp({ code })).status).toBe(401); // the code is used up immediately
  });

  it('does not work after it expired', async () => {
    const { code } = (await makeCode(asOwner)).body;
    await gateway.connection.query(`update catalog.sign_in_codes set expires_at = now()`);
    expect((await post({ code })).status).toBe(401);
    await makeCode(asOwner);
    const remaining = await gateway.connection.query('select from catalog.sign_in_codes');
    expect(remaining).toHaveLength(1); // the expired code was deleted
  });

  it('does not work after its token was revoked', async () => {
    const made = await makeCode({ authorization: `Bearer ${TOKENS.gone}` });
    await gateway.connection.query(
      `update catalog.tokens set revoked_at = now() where name = 'gone'`,
    );
    expect((await post({ code: made.body.code })).status).toBe(401);
  });

  it('cannot be created by a session, because a session must not extend itself', async () => {
    const cookie = await signIn();
    expect((await makeCode({ ...OWN_PAGE, cookie })).status).toBe(401);
  });
});

describe('GET /console/sign-in', () => {
  it('shows programs how to sign in, and shows browsers the page', async () => {
    const answer = await sendAs(gateway.url, '/console/sign-in', { headers: {} });
    expect([answer.status, answer.body]).toEqual([200, { token: true, singleSignOn: null }]);
    const opened = { headers: { accept: 'text/html,application/xhtml+xml' } };
    const page = await sendAs(gateway.url, '/console/sign-in', opened);
    expect(page.body).not.toHaveProperty('singleSignOn');
  });
});
