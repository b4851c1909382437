import type {
  DataPlanePageDto,
  NewDataPlaneDto,
  NewTokenDto,
  TokenPageDto,
} from '@lethe/api/access';
import { ROLES } from '@lethe/contracts';
import { waitFor } from '@lethe/testing';
import { useGatewayOnDatabase } from './gateway-on-database.js';

const SECRETS = {
  owner: 'lth_owner_0123456789abcdefghijkl',
  admin: 'lth_admin_0123456789abcdefghijkl',
  viewer: 'lth_viewer_0123456789abcdefghijkl',
  short: 'lth_short_0123456789abcdefghijkl',
  other: 'lth_other_0123456789abcdefghijkl',
};
const END = '2099-01-01T00:00:00.000Z';

const token = (name: keyof typeof SECRETS, role: string, rest: object = {}) => ({
  ...{ name, email: 'a@example.com', token: SECRETS[name], role },
  ...rest,
});

const gateway = useGatewayOnDatabase({
  workspaces: [
    {
      id: 'ws_a',
      name: 'A',
      tokens: [
        token('owner', 'owner'),
        token('admin', 'admin'),
        token('viewer', 'viewer'),
        token('short', 'owner', { expiresAt: END }),
      ],
    },
    { id: 'ws_b', name: 'B', tokens: [token('other', 'owner')] },
  ],
});

interface Answer<Body> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Body & { readonly code?: string; readonly details?: Record<string, string> };
}

async function call<Body = object>(
  method: string,
  path: string,
  { as = SECRETS.owner, body }: { as?: string; body?: unknown } = {},
): Promise<Answer<Body>> {
  const response = await fetch(`${gateway.url}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${as}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    body: JSON.parse(text === '' ? '{}' : text) as Answer<Body>['body'],
  };
}

const makeToken = (body: unknown, as?: string) =>
  call<NewTokenDto>('POST', '/v2/tokens', { body, ...(as === undefined ? {} : { as }) });

describe('GET /v2/me', () => {
  it('shows the caller, but never the secret of the token', async () => {
    const { status, body } = await call('GET', '/v2/me', { as: SECRETS.viewer });
    expect([status, body]).toEqual([
      200,
      {
        workspace: { id: 'ws_a', name: 'A' },
        token: {
          id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
          name: 'viewer',
          email: 'a@example.com',
          createdAt: expect.stringMatching(/^20.*Z$/) as string,
        },
        scopes: ['regulations:read', 'catalog:read'],
      },
    ]);
    expect(await call('GET', '/v2/me', { as: SECRETS.short })).toMatchObject({
      body: { token: { expiresAt: END } },
    });
    expect(await call('GET', '/v2/me', { as: SECRETS.other })).toMatchObject({
      body: { workspace: { id: 'ws_b' } },
    });
    expect((await call('GET', '/v2/me', { as: 'lth_unknown' })).status).toBe(401);
  });
});

describe('/v2/tokens', () => {
  it('creates a token, shows it once, lists it, and revokes it', async () => {
    const made = await makeToken({ name: 'ci', scopes: ['regulations:read'], expiresAt: END });
    expect(made.status).toBe(201);
    expect(made.headers.get('cache-control')).toBe('no-store');
    const { token: shown, secret } = made.body;
    expect(shown).toEqual({
      id: expect.any(String) as string,
      ...{ name: 'ci', email: 'a@example.com', scopes: ['regulations:read'], state: 'active' },
      ...{ createdAt: expect.any(String) as string, createdBy: 'owner', expiresAt: END },
    });
    expect(await call('GET', '/v2/me', { as: secret })).toMatchObject({
      status: 200,
      body: { token: { name: 'ci' }, scopes: ['regulations:read'] },
    });
    const listed = await call<TokenPageDto>('GET', '/v2/tokens?state=active');
    expect(listed.body.tokens[0]).toMatchObject({ name: 'ci' });
    expect(listed.body.paging).toEqual({ total: 5 });
    expect(JSON.stringify(listed.body)).not.toContain(secret);

    const path = `/v2/tokens/${shown.id}`;
    expect((await call('DELETE', path)).status).toBe(204);
    expect((await call('DELETE', path)).status).toBe(204);
    await waitFor(async () => (await call('GET', '/v2/me', { as: secret })).status === 401);
    expect(await call('GET', '/v2/tokens?state=revoked')).toMatchObject({
      body: {
        tokens: [{ name: 'ci', state: 'revoked', revokedBy: 'owner' }],
        paging: { total: 1 },
      },
    });
  });

  it.each([
    ['nothing', {}, ['name', 'scopes']],
    ['no scopes', { name: 'x', scopes: [] }, ['scopes']],
    ['unknown scopes', { name: 'x', scopes: ['all'] }, ['scopes']],
    ['a role', { name: 'x', role: 'viewer' }, ['role', 'scopes']],
    ['an empty name', { name: ' ', scopes: ['tests:run'] }, ['name']],
    ['no e-mail address', { name: 'x', scopes: ['tests:run'], email: 'me' }, ['email']],
    [
      'the past',
      { name: 'x', scopes: ['tests:run'], expiresAt: '2020-01-01T00:00:00Z' },
      ['expiresAt'],
    ],
    ['no time', { name: 'x', scopes: ['tests:run'], expiresAt: 5 }, ['expiresAt']],
    ['a list', [], ['body']],
  ])('refuses %s, and lists the invalid members', async (_, body, paths) => {
    const refused = await makeToken(body);
    expect(refused).toMatchObject({ status: 400, body: { code: 'invalid_request' } });
    expect(Object.keys(refused.body.details ?? {}).sort()).toEqual(paths);
  });

  it('creates no token with more scopes or a later expiry than the token of its creator', async () => {
    const wanted = { name: 'more', scopes: ['regulations:read'] };
    expect(await makeToken(wanted, SECRETS.admin)).toMatchObject({ status: 403 });
    const { body } = await makeToken({ name: 'few', scopes: ['tokens:write', 'tests:run'] });
    expect(await makeToken(wanted, body.secret)).toMatchObject({
      status: 403,
      body: { code: 'insufficient_scope' },
    });
    expect(await makeToken(wanted, SECRETS.short)).toMatchObject({
      status: 400,
      body: { details: { expiresAt: expect.stringContaining(END) as string } },
    });
    expect(await makeToken({ ...wanted, scopes: ROLES.owner })).toMatchObject({ status: 201 });
    expect(await makeToken(wanted)).toMatchObject({ status: 409, body: { code: 'conflict' } });
  });

  it.each([
    ['a control character', { name: 'a\u0000b' }],
    ['a character that changes the text direction', { name: 'a\u202eb' }],
    ['an invisible character', { name: 'a\u200bb' }],
    ['an invisible character in the address', { email: 'a\u200b@example.com' }],
  ])('refuses a name with %s', async (_what, changed) => {
    const input = { name: 'fine', scopes: ['regulations:read'], ...changed };
    expect(await makeToken(input)).toMatchObject({ status: 400 });
  });

  it('refuses a name that looks like the name of another token of the workspace, even of a revoked token', async () => {
    const made = await makeToken({ name: 'deploy', scopes: ['regulations:read'] });
    await call('DELETE', `/v2/tokens/${made.body.token.id}`);
    for (const name of ['dерloy', 'DEPLOY', 'depIoy', ' deploy', '\uff44eploy', '\u043ewner']) {
      const { status, body } = await makeToken({ name, scopes: ['regulations:read'] });
      expect([name, status, body.code]).toEqual([name, 409, 'conflict']);
    }
    const listed = await call<TokenPageDto>('GET', '/v2/tokens');
    expect(listed.body.tokens.filter(({ name }) => /ploy/i.test(name))).toHaveLength(1);
    const inOther = { name: 'DEPLOY', scopes: ['regulations:read'] };
    expect((await makeToken(inOther, SECRETS.other)).status).toBe(201);
  });

  it('hides tokens from other workspaces', async () => {
    const { body } = await makeToken({ name: 'mine', scopes: ['tests:run'] });
    const as = SECRETS.other;
    expect((await call('DELETE', `/v2/tokens/${body.token.id}`, { as })).status).toBe(404);
    const { body: theirs } = await call<TokenPageDto>('GET', '/v2/tokens', { as });
    expect(theirs.tokens.map(({ name }) => name)).toEqual(['DEPLOY', 'other']);
    expect((await call('GET', '/v2/me', { as: body.secret })).status).toBe(200);
  });

  it('needs the scope tokens:write', async () => {
    for (const as of [SECRETS.admin, SECRETS.viewer]) {
      expect((await call('GET', '/v2/tokens', { as })).status).toBe(403);
      expect((await call('DELETE', '/v2/tokens/x', { as })).status).toBe(403);
    }
  });

  it('refuses unknown parameters and unknown ids', async () => {
    expect(await call('GET', '/v2/tokens?state=gone&page=0&after=x')).toMatchObject({
      status: 400,
      body: {
        details: {
          state: expect.any(String) as string,
          page: expect.any(String) as string,
          after: expect.any(String) as string,
        },
      },
    });
    expect((await call('DELETE', '/v2/tokens/nope')).status).toBe(404);
  });
});

describe('/v2/data-planes', () => {
  it('creates a data plane, shows its secret once, lists it, and revokes it', async () => {
    const { status, body } = await call<NewDataPlaneDto>('POST', '/v2/data-planes', {
      body: { name: 'eu-1' },
    });
    expect(status).toBe(201);
    const poll = async () =>
      (
        await fetch(`${gateway.url}/workspaceConfig`, {
          headers: { authorization: `Basic ${Buffer.from(`${body.secret}:`).toString('base64')}` },
        })
      ).status;
    expect(await poll()).toBe(200);
    const as = SECRETS.viewer;
    const listed = await call<DataPlanePageDto>('GET', '/v2/data-planes', { as });
    expect(listed).toMatchObject({
      status: 200,
      body: { dataPlanes: [{ name: 'eu-1', state: 'active', createdBy: 'owner' }] },
    });
    expect(JSON.stringify(listed.body)).not.toContain(body.secret);
    const path = `/v2/data-planes/${body.dataPlane.id}`;
    expect((await call('DELETE', path, { as })).status).toBe(403);
    expect((await call('DELETE', path, { as: SECRETS.other })).status).toBe(404);
    expect((await call('DELETE', path)).status).toBe(204);
    await waitFor(async () => (await poll()) === 401);
    expect(await call('GET', '/v2/data-planes?state=active', { as })).toMatchObject({
      body: { dataPlanes: [], paging: { total: 0 } },
    });
  });

  it('creates no data plane for a token that has only the scope data-planes:write', async () => {
    const { body } = await makeToken({ name: 'half', scopes: ['data-planes:write'] });
    const refused = await call('POST', '/v2/data-planes', {
      as: body.secret,
      body: { name: 'never' },
    });
    expect(refused).toMatchObject({ status: 403, body: { code: 'insufficient_scope' } });
  });
});
