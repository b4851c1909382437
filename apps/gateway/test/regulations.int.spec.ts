import type { CreateRegulations } from '@lethe/api/regulations';
import { create, send, SUPPRESSION, useGateways } from './gateway-under-test.js';

const ID = '0192f0c1-7c3e-7cc3-8f6e-4f3c6f0a9b11';

const start = useGateways();

describe('POST /v2/regulations', () => {
  it('answers with the text "Created", and sends a command with the content of the request', async () => {
    const commands: CreateRegulations[] = [];
    const gateway = await start({
      commands: {
        createRegulations: (command) => {
          commands.push(command);
          return Promise.resolve({});
        },
      },
    });
    const before = Date.now();
    const response = await create(gateway, { 'idempotency-key': 'k 1', 'x-request-id': 'r1' });
    expect(response.status).toBe(201);
    expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(await response.text()).toBe('Created');
    expect(commands).toEqual([
      {
        context: {
          requestId: 'r1',
          workspaceId: 'ws_demo',
          actor: 'demo admin',
          deadline: expect.any(Number) as unknown,
        },
        ...SUPPRESSION,
        idempotencyKey: 'k 1',
        wantRecords: false,
      },
    ]);
    const receivedAt = (commands[0]?.context.deadline ?? 0) - 30_000;
    expect(receivedAt).toBeGreaterThanOrEqual(before);
    expect(receivedAt).toBeLessThanOrEqual(Date.now());
  });

  it('returns the records to a caller that prefers JSON, or requests the created resource with Prefer', async () => {
    const records = [
      {
        id: ID,
        workspaceId: 'ws_demo',
        canceled: false,
        regulationType: 'suppress' as const,
        attributes: { userId: 'secret-user' },
        createdAt: '2026-11-21T08:00:00.000Z',
      },
    ];
    const gateway = await start({
      commands: { createRegulations: () => Promise.resolve({ records }) },
    });
    const requestHeaders: Record<string, string>[] = [
      { accept: 'application/json' },
      { accept: '*/*', prefer: 'return=representation' },
    ];
    for (const headers of requestHeaders) {
      const response = await create(gateway, headers);
      expect(response.status).toBe(201);
      expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
      expect(await response.json()).toEqual(records);
    }
  });

  it('returns the plan of a dry run, and creates nothing', async () => {
    const plan = { regulations: 1, destinations: [], irreversible: ['x'], warnings: [] };
    const planned: unknown[] = [];
    const gateway = await start({
      commands: {
        planRegulations: ({ context, ...requested }) => {
          planned.push([context.actor, requested]);
          return Promise.resolve(plan);
        },
      },
    });
    const post = (query: string, headers: Record<string, string> = {}) =>
      send(gateway, `/v2/regulations${query}`, {
        method: 'POST',
        headers: { authorization: 'Bearer admin', 'content-type': 'application/json', ...headers },
        body: JSON.stringify(SUPPRESSION),
      });
    const response = await post('?dry_run=true');
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual(plan);
    expect(planned).toEqual([['demo admin', SUPPRESSION]]);
    expect((await post('?dry_run=yes')).status).toBe(400);
    expect((await post('?dry_run=true', { 'idempotency-key': 'k' })).status).toBe(400);
    expect((await post('?dry_run=true', { authorization: 'Bearer viewer' })).status).toBe(403);
    expect(planned).toHaveLength(1);
  });

  it('accepts the content type with a charset of utf-8', async () => {
    const gateway = await start({ commands: { createRegulations: () => Promise.resolve({}) } });
    const response = await create(gateway, { 'content-type': 'Application/JSON; Charset="UTF-8"' });
    expect(response.status).toBe(201);
  });
});

describe('GET and DELETE on regulations', () => {
  it('returns the next page as a path that repeats the filters', async () => {
    const gateway = await start({
      commands: { listRegulations: () => Promise.resolve({ data: [], nextCursor: 'c+2' }) },
    });
    const response = await send(gateway, '/v2/regulations?limit=1&user_id=a%20b');
    expect(await response.json()).toEqual({
      data: [],
      paging: { next: '/v2/regulations?after_cursor=c%2B2&limit=1&user_id=a+b' },
    });
  });

  it('returns no next page on the last page', async () => {
    const gateway = await start({
      commands: { listRegulations: () => Promise.resolve({ data: [] }) },
    });
    expect(await (await send(gateway, '/v2/regulations')).json()).toEqual({
      data: [],
      paging: {},
    });
  });

  it('cancels with an empty answer, and only the types that the scopes of the token allow', async () => {
    const allowed: unknown[] = [];
    const gateway = await start({
      commands: {
        cancelRegulation: ({ allowedTypes }) => {
          allowed.push(allowedTypes);
          return Promise.resolve();
        },
      },
    });
    for (const role of ['editor', 'admin']) {
      const response = await send(gateway, `/v2/regulations/${ID}`, {
        method: 'DELETE',
        headers: { authorization: `Bearer ${role}`, 'content-type': 'application/json' },
      });
      expect(response.status).toBe(204);
      expect(await response.text()).toBe('');
    }
    expect(allowed).toEqual([['suppress'], ['suppress', 'suppress_with_delete']]);
  });
});
