import type {
  QueryUnauthenticated,
  CatalogDestination,
  DataPlaneIdentity,
  TokenIdentity,
} from '@lethe/catalog';
import { ROLES, type TestResult } from '@lethe/contracts';
import { Metrics } from '@lethe/observability';
import { waitFor } from '@lethe/testing';
import { Agent, get } from 'node:http';
import {
  create,
  blockedStub,
  send,
  TOKEN_OF_WORKSPACE,
  useGateways,
  type GatewayUnderTest,
} from './gateway-under-test.js';
import { openRaw, type RawConnection } from './raw-http.js';

/**
 * Names of two workspaces. The token of a workspace, and the secret of its data plane, are also
 * this name. In each test, workspace `a` causes load and workspace `b` must still be served.
 */
const TENANTS = new Set(['a', 'b']);

const start = useGateways();
const open: RawConnection[] = [];
afterEach(() => {
  for (const { socket } of open.splice(0)) socket.destroy();
});

function identity(tenant: string): TokenIdentity {
  return {
    tokenId: `token-${tenant}`,
    workspaceId: tenant,
    name: tenant,
    email: 'a@b.example',
    scopes: ROLES.admin,
    ...TOKEN_OF_WORKSPACE,
  };
}

/**
 * Returns authenticators of the tenants.
 *
 * @param known credentials that the gateway knows already. All other credentials are looked up in
 * the queue of unknown credentials
 * @param lookedUp receives the credentials that were looked up
 */
function authenticators(known = TENANTS, lookedUp: string[] = []) {
  const ask = <T>(secret: string, lookUpUnknown: QueryUnauthenticated | undefined, found: T) => {
    const answer = () => {
      lookedUp.push(secret);
      return Promise.resolve(TENANTS.has(secret) ? found : undefined);
    };
    return known.has(secret) || lookUpUnknown === undefined ? answer() : lookUpUnknown(answer);
  };
  return {
    authenticator: {
      authenticate: (token: string, lookUpUnknown?: QueryUnauthenticated) =>
        ask(token, lookUpUnknown, identity(token)),
    },
    dataPlaneAuthenticator: {
      authenticate: (secret: string, lookUpUnknown?: QueryUnauthenticated) => {
        const plane: DataPlaneIdentity = {
          dataPlaneId: `plane-${secret}`,
          name: secret,
          workspaceIds: [secret],
          workspaceId: secret,
        };
        return ask(secret, lookUpUnknown, plane);
      },
    },
  };
}

const as = (token: string) => ({ authorization: `Bearer ${token}` });

const PAGE = { items: [], token: 't' };

function feed(gateway: GatewayUnderTest, tenant: string, secret = tenant): Promise<Response> {
  const basic = Buffer.from(`${secret}:`).toString('base64');
  return send(gateway, `/dataplane/workspaces/${tenant}/regulations/suppressions`, {
    headers: { authorization: `Basic ${basic}` },
  });
}

const list = (gateway: GatewayUnderTest, tenant: string) =>
  send(gateway, '/v2/regulations', { headers: as(tenant) });

/** Reads the whole answer. @returns its status */
async function readList(gateway: GatewayUnderTest, tenant: string): Promise<number> {
  const answer = await list(gateway, tenant);
  await answer.arrayBuffer();
  return answer.status;
}

describe('a tenant', () => {
  it('with too many requests in flight gets 429, and other tenants are served', async () => {
    const handler = blockedStub({});
    const gateway = await start({
      ...authenticators(),
      maxInFlight: 8,
      commands: {
        createRegulations: handler.call,
        listRegulations: () => Promise.resolve({ data: [] }),
        suppressionPage: () => Promise.resolve(PAGE),
      },
    });
    const statuses: number[] = [];
    const flood = Promise.all(
      Array.from({ length: 20 }, async () =>
        statuses.push((await create(gateway, as('a'))).status),
      ),
    );
    await waitFor(() => handler.count + statuses.length === 20);
    expect(handler.count).toBe(6);
    expect((await list(gateway, 'b')).status).toBe(200);
    expect((await feed(gateway, 'a')).status).toBe(200);
    handler.letGo();
    await flood;
    expect(new Set(statuses)).toEqual(new Set([429, 201]));
  });

  it('whose data plane polls as fast as possible is delayed but not refused, and other tenants are not delayed', async () => {
    const handler = blockedStub(PAGE);
    let isBlocking = true;
    const gateway = await start({
      ...authenticators(),
      commands: {
        suppressionPage: ({ context: { workspaceIds } }) =>
          isBlocking && workspaceIds[0] === 'a' ? handler.call() : Promise.resolve(PAGE),
      },
      settings: { LETHE_RATE_DATA_PLANE: 20 },
    });
    const statuses: number[] = [];
    const flood = Promise.all(
      Array.from({ length: 40 }, async () => statuses.push((await feed(gateway, 'a')).status)),
    );
    await waitFor(() => handler.count === 4);
    expect((await feed(gateway, 'b')).status).toBe(200);
    expect(handler.count).toBe(4);
    isBlocking = false;
    handler.letGo();
    await flood;
    expect(statuses).toEqual(Array(40).fill(200));
  });

  it('that requests many answers and reads none gets 429, and its connection is closed', async () => {
    const regulation = { reason: 'x'.repeat(1_000) };
    const page = { data: Array.from({ length: 1_000 }, () => regulation) };
    const gateway = await start({
      ...authenticators(),
      commands: { listRegulations: () => Promise.resolve(page as never) },
      settings: {
        LETHE_MAX_UNREAD_BYTES: 8_000_000,
        LETHE_ANSWER_GRACE: 1,
        LETHE_ANSWER_MIN_RATE: 100_000,
      },
    });
    const request = `GET /v2/regulations HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer a\r\n\r\n`;
    const openWithoutReading = () => {
      const connection = openRaw(gateway.url);
      open.push(connection);
      connection.socket.pause();
      return connection;
    };
    let connection = openWithoutReading();
    await waitFor(async () => {
      if (connection.socket.closed) connection = openWithoutReading();
      // Sends the requests again and again, because the buffers of the operating system take some
      // of the answers.
      connection.socket.write(request.repeat(10));
      return (await readList(gateway, 'a')) === 429;
    });
    const { socket, closed } = connection;
    const answer = await list(gateway, 'b');
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-length')).toBe(String(JSON.stringify(page).length + 12));
    expect(((await answer.json()) as typeof page).data).toHaveLength(1_000);
    await waitFor(async () => (await readList(gateway, 'a')) === 200);
    socket.destroy();
    await closed;
  });

  it('that requests many pages at once gets few at a time, even after it disconnected, and other tenants get their pages', async () => {
    const handler = blockedStub({ data: [] });
    const disconnect = new AbortController();
    const gateway = await start({
      ...authenticators(),
      commands: {
        listRegulations: ({ context }) =>
          context.workspaceId === 'a' ? handler.call() : Promise.resolve({ data: [] }),
      },
      settings: { LETHE_MAX_UNREAD_BYTES: 12 * 1024 * 1024 },
    });
    const ask = { headers: as('a'), signal: disconnect.signal };
    const flood = Array.from({ length: 20 }, () => send(gateway, '/v2/regulations', ask));
    await waitFor(() => handler.count === 3);
    expect(await readList(gateway, 'b')).toBe(200);
    disconnect.abort();
    await Promise.allSettled(flood);
    const later = Array.from({ length: 20 }, () => readList(gateway, 'a'));
    expect(await readList(gateway, 'b')).toBe(200);
    // The regulation service still reads the pages for the clients that disconnected.
    expect(handler.count).toBe(3);
    const statuses = Promise.all(later);
    let answered = 0;
    for (const page of later) void page.then(() => (answered += 1));
    await waitFor(() => {
      handler.letGo();
      return answered === later.length;
    });
    expect(new Set(await statuses)).toEqual(new Set([200]));
  });

  it('that sends many large creates at once gets few processed at a time, and other tenants get their answers', async () => {
    const handler = blockedStub({ records: [] });
    const gateway = await start({
      ...authenticators(),
      commands: {
        createRegulations: ({ context }) =>
          context.workspaceId === 'a' ? handler.call() : Promise.resolve({ records: [] }),
      },
    });
    const users = Array.from({ length: 1_000 }, (_, n) => ({ userId: `u${n}` }));
    const createFor = async (tenant: string, count: number): Promise<number> => {
      const answer = await send(gateway, '/v2/regulations', {
        method: 'POST',
        headers: { ...as(tenant), 'content-type': 'application/json', accept: 'application/json' },
        body: JSON.stringify({ regulationType: 'suppress', users: users.slice(0, count) }),
      });
      return answer.status;
    };
    const flood = Promise.all(Array.from({ length: 20 }, () => createFor('a', users.length)));
    await waitFor(() => handler.count === 4);
    expect(await createFor('b', users.length)).toBe(201);
    expect(handler.count).toBe(4);
    const small = createFor('a', 1);
    await waitFor(() => handler.count === 5);
    let isOver = false;
    void flood.then(() => (isOver = true));
    await waitFor(() => {
      handler.letGo();
      return isOver;
    });
    expect(new Set(await flood)).toEqual(new Set([201]));
    expect(await small).toBe(201);
  });

  it('that opens very many connections loses some of them, and other tenants keep their connections', async () => {
    const gateway = await start({
      ...authenticators(),
      commands: { suppressionPage: () => Promise.resolve(PAGE) },
      settings: { LETHE_MAX_CONNECTIONS: 20, LETHE_MAX_CONNECTIONS_OF_ONE: 12 },
    });
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    let connections = 0;
    const poll = () =>
      new Promise<number | undefined>((resolve, reject) => {
        const polling = get(
          `${gateway.url}/dataplane/workspaces/b/regulations/suppressions`,
          { agent, auth: 'b:' },
          (response) => {
            response.resume().once('end', () => {
              resolve(response.statusCode);
            });
          },
        );
        polling.once('socket', () => {
          if (!polling.reusedSocket) connections += 1;
        });
        polling.once('error', reject);
      });
    expect(await poll()).toBe(200);
    let closed = 0;
    for (let n = 0; n < 60; n += 1) {
      const connection = openRaw(gateway.url);
      open.push(connection);
      void connection.closed.then(() => (closed += 1));
      connection.socket.resume();
    }
    await waitFor(() => closed >= 48);
    expect(await poll()).toBe(200);
    expect(connections).toBe(1);
    agent.destroy();
    for (const { socket } of open) socket.destroy();
  });

  it('with a request in progress on each connection loses the oldest connection when another client connects', async () => {
    const handler = blockedStub({ data: [] });
    const gateway = await start({
      ...authenticators(),
      commands: { listRegulations: handler.call, suppressionPage: () => Promise.resolve(PAGE) },
      settings: {
        LETHE_MAX_CONNECTIONS: 20,
        LETHE_MAX_CONNECTIONS_OF_ONE: 12,
        LETHE_MAX_UNREAD_BYTES: 128 * 1024 * 1024, // all pages can be read at once
      },
    });
    for (let n = 1; n <= 25; n += 1) {
      const connection = openRaw(gateway.url);
      open.push(connection);
      connection.socket.write(
        'GET /v2/regulations HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer a\r\n\r\n',
      );
      await waitFor(() => handler.count === n);
    }
    expect((await feed(gateway, 'b')).status).toBe(200);
    await open[0]!.closed;
    expect(open.slice(1).some(({ socket }) => socket.closed)).toBe(false);
    handler.letGo();
    for (const { socket } of open) socket.destroy();
  });

  it('whose data plane sends very many polls without waiting for answers loses the connection', async () => {
    const handler = blockedStub(PAGE);
    const gateway = await start({
      ...authenticators(),
      commands: {
        suppressionPage: ({ context: { workspaceIds } }) =>
          workspaceIds[0] === 'a' ? handler.call() : Promise.resolve(PAGE),
      },
    });
    const connection = openRaw(gateway.url);
    open.push(connection);
    const path = '/dataplane/workspaces/a/regulations/suppressions';
    const basic = Buffer.from('a:').toString('base64');
    connection.socket.write(
      `GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Basic ${basic}\r\n\r\n`.repeat(100),
    );
    expect(await connection.closed).toBe('');
    handler.letGo();
    expect((await feed(gateway, 'b')).status).toBe(200);
  });

  it('that guesses credentials gets 429, and valid credentials from its address are served', async () => {
    const lookedUp: string[] = [];
    const gateway = await start({
      ...authenticators(new Set(['b']), lookedUp),
      commands: {
        listRegulations: () => Promise.resolve({ data: [] }),
        suppressionPage: () => Promise.resolve(PAGE),
      },
      settings: { LETHE_FAILED_CREDENTIALS: 3 },
    });
    const guesses = Array.from({ length: 5 }, (_, n) => `guess-${n}`);
    const statuses: number[] = [];
    for (const guess of guesses) statuses.push((await list(gateway, guess)).status);
    expect(statuses.slice(0, 3)).toEqual([401, 401, 401]);
    expect(statuses).toContain(429);
    expect((await list(gateway, 'b')).status).toBe(200);
    // The gateway does not know these credentials, so their requests are delayed, but served.
    expect((await list(gateway, 'a')).status).toBe(200);
    expect((await feed(gateway, 'a')).status).toBe(200);
    // A data plane gets no 429, because a stock data plane would exit on it.
    expect((await feed(gateway, 'a', 'wrong')).status).toBe(401);
  });

  it('that guesses credentials from behind proxies is identified by the last address that is not a trusted proxy', async () => {
    const gateway = await start({
      ...authenticators(new Set()),
      settings: { LETHE_FAILED_CREDENTIALS: 3, LETHE_TRUSTED_PROXIES: ['127.0.0.1', '10.0.0.0/8'] },
    });
    const guess = async (n: number, forwarded: string): Promise<number> => {
      const headers = { ...as(`guess-${n}`), 'x-forwarded-for': forwarded };
      return (await send(gateway, '/v2/regulations', { headers })).status;
    };
    const statuses: number[] = [];
    for (let n = 0; n < 4; n += 1) {
      statuses.push(await guess(n, `192.0.2.${n}, 203.0.113.7, 10.1.0.${n}, 10.2.0.1`));
    }
    expect(statuses).toEqual([401, 401, 401, 429]);
    expect(await guess(4, '203.0.113.7, 203.0.113.8, 10.2.0.1')).toBe(401);
    // A client that claims to be a proxy, with an invented address before its own address, is still
    // identified by its own address.
    expect(await guess(5, '198.51.100.9, 203.0.113.7')).toBe(429);
  });

  it('whose data plane polls and reads no page loses the connection, and can poll again afterwards', async () => {
    const metrics = new Metrics();
    const reason = 'x'.repeat(1024 * 1024);
    // Larger than the buffers of the operating system.
    const large = { items: Array.from({ length: 24 }, () => ({ reason })), token: 't' };
    let isFirst = true;
    const gateway = await start({
      ...authenticators(),
      metrics,
      commands: {
        suppressionPage: () => {
          const page = isFirst ? large : PAGE;
          isFirst = false;
          return Promise.resolve(page as never);
        },
      },
      settings: { LETHE_ANSWER_GRACE: 1, LETHE_ANSWER_MIN_RATE: 100_000_000 },
    });
    const { socket, closed } = openRaw(gateway.url);
    socket.pause();
    const basic = Buffer.from('a:').toString('base64');
    socket.write(
      `GET /dataplane/workspaces/a/regulations/suppressions HTTP/1.1\r\nHost: x\r\nAuthorization: Basic ${basic}\r\n\r\n`,
    );
    const slow = /lethe_gateway_refused_requests_total\{reason="slow_reader"\} 1\b/;
    await waitFor(async () => slow.test(await metrics.registry.metrics()));
    expect((await feed(gateway, 'b')).status).toBe(200);
    expect((await feed(gateway, 'a')).status).toBe(200);
    socket.destroy();
    await closed;
  });

  it('that starts very many tests gets 429, and other tenants can still test', async () => {
    const result = { destinationId: 'd' } as TestResult;
    const destination = {
      id: 'd',
      name: 'D',
      type: 'WEBHOOK',
      enabled: true,
    } as CatalogDestination;
    const gateway = await start({
      ...authenticators(),
      catalog: {
        savedAt: () => Promise.resolve(undefined),
        findDestinations: () => Promise.resolve([destination]),
      },
      testRuns: { run: () => Promise.resolve([result]) },
      settings: { LETHE_RATE_TESTS: 2 },
    });
    const test = (tenant: string) =>
      send(gateway, '/v0/testDestination/d', {
        method: 'POST',
        headers: { ...as(tenant), 'content-type': 'application/json' },
        body: JSON.stringify({ message: { type: 'track', event: 'e', userId: 'u' } }),
      });
    await waitFor(async () => {
      const answers = await Promise.all(Array.from({ length: 6 }, () => test('a')));
      return answers.some(({ status }) => status === 429);
    });
    expect((await test('b')).status).toBe(200);
  });
});
