import { jest } from '@jest/globals';
import type { ErrorBody } from '@lethe/contracts';
import { basic, SECRETS, useDataPlaneGateway } from './data-plane-gateway.js';

const gateway = useDataPlaneGateway();

interface Route {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly owner: 'workspace' | 'namespace' | 'both';
  readonly status: number;
}

const route = (
  method: Route['method'],
  path: string,
  owner: Route['owner'],
  status: number,
): readonly [string, Route] => [`${method} ${path}`, { method, path, owner, status }];

/** Every route of data planes, with the status of the answer to the right credentials. */
const ROUTES = [
  route('GET', '/workspaceConfig?fetchAll=true', 'workspace', 200),
  route('GET', '/dataplane/workspaces/ws_a/regulations/suppressions', 'workspace', 200),
  route('GET', '/dataplane/namespaces/ns/regulations/suppressions', 'namespace', 200),
  route('POST', '/data-plane/v1/workspaces/ws_a/settings', 'workspace', 204),
  route('POST', '/data-plane/v1/namespaces/ns/settings', 'namespace', 204),
  route('GET', '/data-plane/v1/namespaces/ns/config', 'namespace', 200),
  route('GET', '/transformation/getByVersionId?versionId=none', 'both', 404),
  route('GET', '/transformationLibrary/getByVersionId?versionId=none', 'both', 404),
];

const send = ({ method, path }: Pick<Route, 'method' | 'path'>, headers: Record<string, string>) =>
  fetch(`${gateway.url}${path}`, {
    method,
    headers: { ...headers, ...(method === 'POST' ? { 'content-type': 'application/json' } : {}) },
    ...(method === 'POST' ? { body: '{"components":[]}' } : {}),
  });

const UNAUTHENTICATED: readonly (readonly [string, Record<string, string>])[] = [
  ['no credentials', {}],
  ["a user's token as the name", basic(SECRETS.user)],
  ["a user's token as the password", basic('', SECRETS.user)],
  ["a user's e-mail address and token", basic('u@example.com', SECRETS.user)],
  ["a user's token as Bearer", { authorization: `Bearer ${SECRETS.user}` }],
  ['a secret as Bearer', { authorization: `Bearer ${SECRETS.plane}` }],
  ['a secret as the password', basic('', SECRETS.plane)],
  ['a secret with a password', basic(SECRETS.plane, 'x')],
  ['a secret without a colon', { authorization: `Basic ${btoa(SECRETS.plane)}` }],
  ['a revoked secret', basic(SECRETS.revokedPlane)],
  ['a secret in capitals', basic(SECRETS.plane.toUpperCase())],
  ['U+0000', basic('\u0000')],
  ['8,000 characters', basic('x'.repeat(8_000))],
];

describe.each(ROUTES)('%s', (_name, given) => {
  it.each(UNAUTHENTICATED)('refuses %s', async (_, headers) => {
    const answer = await send(given, headers);
    expect(answer.status).toBe(401);
    expect(answer.headers.get('www-authenticate')).toBe('Basic realm="lethe", charset="UTF-8"');
    expect(((await answer.json()) as ErrorBody).code).toBe('unauthorized');
  });

  it('accepts the secret of its workspace or namespace', async () => {
    const names = { workspace: ['plane'], namespace: ['namespace'], both: ['plane', 'namespace'] };
    for (const name of names[given.owner] as (keyof typeof SECRETS)[]) {
      expect((await send(given, basic(SECRETS[name]))).status).toBe(given.status);
    }
  });

  it('does not exist for data planes of other namespaces or workspaces', async () => {
    const isPath = /ws_a|\/ns\//.test(given.path);
    const others = given.owner === 'workspace' ? ['namespace'] : ['plane'];
    if (isPath) others.push('otherPlane', 'otherNamespace');
    if (given.owner === 'both') return;
    for (const name of others as (keyof typeof SECRETS)[]) {
      const answer = await send(given, basic(SECRETS[name]));
      const body = (await answer.json()) as ErrorBody & { requestId: string };
      expect({ name, status: answer.status }).toEqual({ name, status: 404 });
      const unknown = { ...given, path: given.path.replace(/ws_a|\bns\b/, 'nope') };
      const other = (await (await send(unknown, basic(SECRETS[name]))).json()) as ErrorBody;
      expect({ ...other, requestId: '' }).toEqual({ ...body, requestId: '' });
    }
  });
});

describe('the secret of a data plane', () => {
  it.each([
    '/v2/regulations',
    '/v2/sources',
    '/v2/destinations',
    '/v2/connections',
    '/transformations',
    '/transformation-libraries',
  ])('gives no access to %s', async (path) => {
    for (const headers of [
      basic(SECRETS.plane),
      basic('', SECRETS.plane),
      { authorization: `Bearer ${SECRETS.namespace}` },
    ]) {
      expect((await send({ method: 'GET', path }, headers)).status).toBe(401);
    }
    expect(
      (await send({ method: 'POST', path: '/v0/testSource/x' }, basic('', SECRETS.plane))).status,
    ).toBe(401);
  });

  it('is not in the log, but the name of its data plane is', async () => {
    await (await gateway.get('/workspaceConfig?fetchAll=true&region=secret-query')).text();
    await (await gateway.get('/data-plane/v1/namespaces/ns/config', 'namespace')).text();
    const text = gateway.logged.join('');
    for (const secret of [...Object.values(SECRETS), 's3cret', 'wk_a', 'secret-query']) {
      expect(text).not.toContain(secret);
    }
    const lines = gateway.logged.map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(lines).toContainEqual(
      expect.objectContaining({
        route: '/workspaceConfig',
        workspaceId: 'ws_a',
        dataPlane: 'eu-1',
      }),
    );
    expect(lines).toContainEqual(
      expect.objectContaining({
        route: '/data-plane/v1/namespaces/:id/config',
        namespaceId: 'ns',
        dataPlane: 'multi',
      }),
    );
  });
});

describe('while the database does not answer', () => {
  beforeAll(async () => {
    await gateway.connection.stop();
    const now = performance.now.bind(performance);
    // Moves the clock, because credentials are cached for a short time.
    jest.spyOn(performance, 'now').mockImplementation(() => now() + 5_000);
  });
  afterAll(() => {
    jest.restoreAllMocks();
  });

  it.each(ROUTES)('%s answers 503 with Retry-After', async (_name, given) => {
    const secret = SECRETS[given.owner === 'namespace' ? 'namespace' : 'plane'];
    const answer = await send(given, basic(secret));
    expect(answer.status).toBe(503);
    expect(answer.headers.get('retry-after')).toMatch(/^[1-9]/);
    expect(((await answer.json()) as ErrorBody).code).toBe('unavailable');
  });
});
