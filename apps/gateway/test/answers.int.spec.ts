import { DEFAULT_REQUEST_LIMITS, LetheError } from '@lethe/contracts';
import { waitFor } from '@lethe/testing';
import { create, send, useGateways } from './gateway-under-test.js';

const ID = '0192f0c1-7c3e-7cc3-8f6e-4f3c6f0a9b11';

const start = useGateways();

describe('every answer', () => {
  it('has the request id of the caller, or a new request id', async () => {
    const gateway = await start();
    const given = await fetch(`${gateway.url}/livez`, { headers: { 'x-request-id': 'abc 1' } });
    expect(given.headers.get('x-request-id')).toBe('abc 1');
    const made = await fetch(`${gateway.url}/livez`);
    expect(made.headers.get('x-request-id')).toMatch(/^[\da-f-]{36}$/);
  });

  it('to HEAD has the headers of the answer to GET, and no body', async () => {
    const gateway = await start({
      commands: { listRegulations: () => Promise.resolve({ data: [] }) },
    });
    const response = await send(gateway, '/v2/regulations', { method: 'HEAD' });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(await response.text()).toBe('');
  });

  it('to HEAD without credentials is a 401 as well', async () => {
    const gateway = await start();
    const response = await fetch(`${gateway.url}/v2/regulations`, { method: 'HEAD' });
    expect(response.status).toBe(401);
  });
});

describe('a refusal', () => {
  it('lists the authentication schemes for an unauthenticated client, even if the path is percent-encoded', async () => {
    const gateway = await start();
    for (const path of ['/v2/regulations', '/%76%32/regulations', '/v2/%72egulations']) {
      const response = await fetch(`${gateway.url}${path}`);
      expect(response.status).toBe(401);
      expect(response.headers.get('www-authenticate')).toBe('Bearer realm="lethe"');
    }
  });

  it('for a method that is not allowed names the allowed methods, even without credentials', async () => {
    const gateway = await start();
    const response = await fetch(`${gateway.url}/v2/regulations/${ID}`, { method: 'PATCH' });
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe('DELETE, GET, HEAD');
  });

  it('of a body that is too large contains the limit', async () => {
    const gateway = await start({ limits: { ...DEFAULT_REQUEST_LIMITS, bodyBytes: 10 } });
    const response = await create(gateway);
    expect(response.status).toBe(413);
    expect(await response.json()).toMatchObject({
      message: 'The request body is larger than 10 bytes. Split the request.',
    });
  });

  it.each(['unavailable', 'outcome_unknown'] as const)(
    'with %s has a Retry-After',
    async (code) => {
      const gateway = await start({
        commands: { createRegulations: () => Promise.reject(new LetheError(code)) },
      });
      const response = await create(gateway);
      expect(response.status).toBe(503);
      expect(response.headers.get('retry-after')).toMatch(/^\d+$/);
      expect(await response.json()).toMatchObject({ code });
    },
  );

  it('after an internal error contains nothing of the error', async () => {
    const gateway = await start({
      commands: {
        createRegulations: () => Promise.reject(new Error('insert into "x" failed: secret-user')),
      },
    });
    const response = await create(gateway, { 'x-request-id': 'r2' });
    expect(response.status).toBe(500);
    expect(await response.json()).toEqual({
      message: 'An internal error occurred. Report it with the requestId.',
      code: 'internal',
      requestId: 'r2',
    });
  });
});

describe('the log', () => {
  it('contains the route, the status and ids of Lethe, but no content of the request', async () => {
    const gateway = await start({
      commands: {
        createRegulations: () => Promise.resolve({ storedRequestId: 'stored-1' }),
        cancelRegulation: () => Promise.resolve(),
        listRegulations: () => Promise.reject(new Error('secret-cursor')),
      },
    });
    await create(gateway, { 'x-request-id': 'r3' });
    await send(gateway, '/v2/regulations?user_id=secret-user');
    await send(gateway, `/v2/regulations/${ID}?reason=secret`, { method: 'DELETE' });
    await send(gateway, '/v2/regulations/secret-id');
    await send(gateway, '/secret-path?token=secret');
    await fetch(`${gateway.url}/v2/regulations`, { headers: { authorization: 'Bearer secret' } });
    const probes = ['/livez', '/readyz', '/livez?from=probe', '/readyz?verbose']; // logged at debug
    for (const probe of probes) await fetch(`${gateway.url}${probe}`);
    const lines = await waitFor(() => {
      const access = gateway.logged.filter(({ msg }) => msg === 'request');
      return access.length === 6 && access;
    });
    expect(lines[0]).toMatchObject({
      requestId: 'r3',
      method: 'POST',
      route: '/v2/regulations',
      status: 201,
      workspaceId: 'ws_demo',
      actor: 'demo admin',
      storedRequestId: 'stored-1',
      durationMs: expect.any(Number) as unknown,
    });
    expect(lines[2]).toMatchObject({ method: 'DELETE', actor: 'demo admin', id: ID });
    expect(lines.map(({ route, status }) => `${String(status)} ${String(route)}`).sort()).toEqual([
      '201 /v2/regulations',
      '204 /v2/regulations/:id',
      '401 /v2/regulations',
      '404 /v2/regulations/:id',
      '404 unknown',
      '500 /v2/regulations',
    ]);
    expect(JSON.stringify(gateway.logged)).not.toContain('secret');
  });
});
