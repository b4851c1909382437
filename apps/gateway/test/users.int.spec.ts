import type { PersonDto, UserCommands } from '@lethe/api/users';
import { LetheError } from '@lethe/contracts';
import { waitFor } from '@lethe/testing';
import { startGateway, type GatewayUnderTest } from './gateway-under-test.js';

const PERSON: PersonDto = {
  userId: 'user-4711',
  suppressed: { everywhereSince: '2026-11-21T08:00:00.000Z', sources: [] },
  deletions: [],
  openDeletions: 0,
  regulations: [
    {
      id: '0192f0c1-7c3e-7cc3-8f6e-4f3c6f0a9b11',
      regulationType: 'suppress',
      status: 'active',
      attributes: { userId: 'user-4711', email: 'secret@example.com', crm: { id: 1 } },
      createdAt: '2026-11-21T08:00:00.000Z',
      createdBy: 'demo admin',
    },
  ],
};

let gateway: GatewayUnderTest;
let received: unknown[] = [];
let others: Partial<PersonDto> = {};

const users: UserCommands = {
  lookUpUser: ({ context, ...rest }) => {
    received.push({ workspaceId: context.workspaceId, ...rest });
    return Promise.resolve({ people: [{ ...PERSON, ...others }], more: false });
  },
  searchUsers: ({ context, ...rest }) => {
    received.push({ workspaceId: context.workspaceId, ...rest });
    return Promise.resolve({ people: [{ userId: 'user-4711', suppressed: true }], more: true });
  },
  unsuppressUser: ({ context, ...rest }) => {
    received.push({ actor: context.actor, ...rest });
    if (rest.userId === 'busy') return Promise.reject(new LetheError('conflict'));
    if (rest.userId === 'shared') {
      const details = { 'otherIds[0]': '"sha\\tred"', 'otherIds[1]': '"sha\\u00adred"' };
      return Promise.reject(new LetheError('conflict', { details }));
    }
    return Promise.resolve({ canceled: 2 });
  },
};

beforeAll(async () => {
  const record = { ...PERSON.regulations[0]!, canceled: false, overdue: false, canceledAt: null };
  const commands = {
    listRegulations: () => Promise.resolve({ data: [record, record] }),
    getRegulation: () => Promise.resolve(record),
  };
  const imports = {
    importRefusals: () =>
      Promise.resolve({ csv: 'line,column,reason,userId\n2,,bad,"a\nb"\n3,,bad,c\n' }),
  };
  gateway = await startGateway({ commands: { ...users, ...commands, ...imports } } as never);
});
beforeEach(() => {
  received = [];
});
afterAll(() => gateway.app.close());

async function post(path: string, body: unknown, token = 'viewer') {
  const response = await fetch(`${gateway.url}/v2/users/${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return {
    status: response.status,
    body: (await response.json()) as Record<string, unknown> & {
      details?: Record<string, string>;
    },
  };
}

/** Waits for log lines about unmasked identifiers, and returns them. */
async function seen(route: string): Promise<unknown> {
  const lines = () => gateway.logged.filter((line) => line.level === 40 && line.route === route);
  await waitFor(() => lines().length > 0);
  return lines();
}

describe('POST /v2/users/lookup', () => {
  it('masks identifiers unless the caller requests full identifiers, and logs such requests', async () => {
    const masked = await post('lookup', { email: 'secret@example.com' });
    expect(masked).toMatchObject({
      status: 200,
      body: {
        people: [
          {
            userId: 'us***',
            regulations: [
              { attributes: { userId: 'us***', email: 's***@example.com', crm: '***' } },
            ],
          },
        ],
      },
    });
    const full = await post('lookup', { email: 'secret@example.com', identifiers: 'full' });
    expect(full.body.people).toEqual([PERSON]);
    expect(await seen('/v2/users/lookup')).toMatchObject([
      { actor: 'demo viewer', workspaceId: 'ws_demo', users: 1 },
    ]);
    expect(JSON.stringify(gateway.logged)).not.toMatch(/4711|secret@/);
    const email = 'secret@example.com';
    expect(received).toEqual([
      { workspaceId: 'ws_demo', email, identifiers: 'masked' },
      { workspaceId: 'ws_demo', email, identifiers: 'full' },
    ]);
  });

  it('sends the userId unchanged to the regulation service, with a cursor', async () => {
    const body = { userId: ' user-4711\u200b ', afterCursor: 'abc' };
    await post('lookup', body);
    expect(received).toEqual([{ workspaceId: 'ws_demo', ...body, identifiers: 'masked' }]);
  });

  it('masks all ids that share a suppression key', async () => {
    const ids = ['Jane\u00a0Doe', 'Jane Doe'];
    others = { suppressionKey: 'JaneDoe', otherIds: { count: 2, userIds: ids } };
    const { body } = await post('lookup', { userId: 'JaneDoe' });
    await post('lookup', { userId: 'JaneDoe', identifiers: 'full' });
    others = {};
    await waitFor(() => gateway.logged.some((line) => line.users === 1 + ids.length));
    expect(body).toMatchObject({
      people: [{ suppressionKey: 'Ja***', otherIds: { count: 2, userIds: ['Ja***', 'Ja***'] } }],
    });
  });

  it('accepts every e-mail address that a create accepts', async () => {
    const email = `${'\u200b'.repeat(600)}user-1@example.com\u00a0`;
    expect((await post('lookup', { email })).status).toBe(200);
    expect(received).toMatchObject([{ email }]);
  });

  it.each([
    [{}, ['body']],
    [{ userId: 'a', email: 'b' }, ['body']],
    [{ userId: 5 }, ['userId']],
    [{ email: ' ' }, ['email']],
    [{ phone: '\u200b' }, ['phone']],
    [{ email: 'x'.repeat(513) + '\u200b' }, ['email']],
    [{ email: 'a\u0000b' }, ['email']],
    [{ phone: 'x'.repeat(513) }, ['phone']],
    [{ userId: 'a', identifiers: 'all' }, ['identifiers']],
    [{ email: 'a', afterCursor: 'abc' }, ['afterCursor']],
    [{ user_id: 'a' }, ['body', 'user_id']],
  ])('refuses %j, and lists the invalid members', async (body, paths) => {
    const refused = await post('lookup', body);
    expect(refused).toMatchObject({ status: 400, body: { code: 'invalid_request' } });
    expect(Object.keys(refused.body.details ?? {}).sort()).toEqual([...paths].sort());
    expect(received).toEqual([]);
  });

  it('refuses an empty cursor', async () => {
    expect(await post('lookup', { userId: 'a', afterCursor: '' })).toMatchObject({
      status: 400,
      body: { code: 'invalid_cursor' },
    });
  });
});

describe('regulations and refused rows', () => {
  const get = async (path: string): Promise<string> => {
    const headers = { authorization: 'Bearer viewer' };
    return (await fetch(`${gateway.url}${path}`, { headers })).text();
  };
  const ID = '0192f0c1-7c3e-7cc3-8f6e-4f3c6f0a9b11';

  it.each([
    ['/v2/regulations', '/v2/regulations', 2],
    [`/v2/regulations/${ID}`, '/v2/regulations/:id', 1],
  ])(
    'of %s show full identifiers by default, and the gateway logs this',
    async (path, route, users) => {
      expect(await get(`${path}?identifiers=masked`)).toMatch(/"us\*\*\*".*"s\*\*\*@example.com"/);
      expect(await get(`${path}?identifiers=masked`)).not.toMatch(/4711|secret/);
      expect(await get(path)).toContain('user-4711');
      expect(await seen(route)).toMatchObject([{ actor: 'demo viewer', users }]);
    },
  );

  it('of an import are logged with the number of rows', async () => {
    expect(await get('/v2/imports/one/refusals')).toContain('"a\nb"');
    expect(await seen('/v2/imports/:id/refusals')).toMatchObject([{ users: 2 }]);
  });
});

describe('POST /v2/users/search', () => {
  it('shows unmasked ids only on request', async () => {
    const masked = await post('search', { prefix: 'user-' });
    expect(masked.body).toEqual({ people: [{ userId: 'us***', suppressed: true }], more: true });
    const full = { prefix: 'user-', limit: 5, after: 'user-1', identifiers: 'full' };
    expect((await post('search', full)).body.people).toMatchObject([{ userId: 'user-4711' }]);
    expect(await seen('/v2/users/search')).toMatchObject([{ actor: 'demo viewer', users: 1 }]);
    expect(received).toMatchObject([
      { prefix: 'user-', limit: 100 },
      { prefix: 'user-', limit: 5, after: 'user-1' },
    ]);
  });

  it.each([
    [{}, ['prefix']],
    [{ prefix: '' }, ['prefix']],
    [{ prefix: 'x'.repeat(513) }, ['prefix']],
    [{ prefix: 'a', limit: 101 }, ['limit']],
    [{ prefix: 'a', after: 7, identifiers: 'full' }, ['after']],
    [{ prefix: 'a', after: 'a-1' }, ['after']],
  ])('refuses %j, and lists the invalid members', async (body, paths) => {
    const refused = await post('search', body);
    expect(refused.status).toBe(400);
    expect(Object.keys(refused.body.details ?? {})).toEqual(paths);
  });
});

describe('POST /v2/users/unsuppress', () => {
  it('cancels only the types that the token is allowed to cancel', async () => {
    const body = { userId: 'user-4711', reason: 'consent' };
    expect(await post('unsuppress', body, 'editor')).toEqual({
      status: 200,
      body: { canceled: 2 },
    });
    await post('unsuppress', body, 'admin');
    expect(received).toEqual([
      { actor: 'demo editor', ...body, allowedTypes: ['suppress'] },
      { actor: 'demo admin', ...body, allowedTypes: ['suppress', 'suppress_with_delete'] },
    ]);
    expect((await post('unsuppress', body, 'viewer')).status).toBe(403);
    expect((await post('unsuppress', { userId: 'busy' }, 'admin')).status).toBe(409);
  });

  it('logs that a caller got user ids that the caller had not sent', async () => {
    expect((await post('unsuppress', { userId: 'shared' }, 'editor')).status).toBe(409);
    expect(await seen('/v2/users/unsuppress')).toMatchObject([{ actor: 'demo editor', users: 2 }]);
  });

  it('sends further ids to the regulation service, and refuses an id with another suppression key', async () => {
    const [userId, other] = ['Jane\u00a0Doe', 'Jane\tDoe'];
    await post('unsuppress', { userId }, 'admin');
    await post('unsuppress', { userId, userIds: [other] }, 'admin');
    expect(received).toMatchObject([{ userId }, { userId, userIds: [other] }]);
    const refused = await post('unsuppress', { userId, userIds: ['Jane Doe'] }, 'admin');
    expect(refused).toMatchObject({ status: 400 });
    expect(Object.keys(refused.body.details ?? {})).toEqual(['userIds[0]']);
  });
});
