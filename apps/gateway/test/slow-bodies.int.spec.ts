import type { TokenIdentity } from '@lethe/catalog';
import { ROLES } from '@lethe/contracts';
import { Metrics } from '@lethe/observability';
import { waitFor } from '@lethe/testing';
import {
  create,
  blockedStub,
  send,
  SUPPRESSION,
  TOKEN_OF_WORKSPACE,
  useGateways,
  type GatewayUnderTest,
} from './gateway-under-test.js';
import { bodyOf, openRaw, type RawConnection } from './raw-http.js';

const FEED = '/dataplane/workspaces/ws_demo/regulations/suppressions';
const SETTINGS = '/data-plane/v1/workspaces/ws_demo/settings';
const PLANE = { authorization: `Basic ${Buffer.from('workspace-plane:').toString('base64')}` };
const PIECE = 256 * 1024;
/** Largest body of a data plane, in bytes. */
const MAX_PLANE_BODY = 64 * 1024;
/**
 * Limits with which no body is too slow. The bodies of one workspace can have four permits. A body
 * takes one permit for each `PIECE`.
 */
const PATIENT = { perWorkspace: 4, graceSeconds: 30, bytesPerSecond: 0 };
/** The text before the first dot of a token is the name of its workspace. */
const OWN_WORKSPACES = {
  authenticate: (token: string): Promise<TokenIdentity> =>
    Promise.resolve({
      tokenId: token,
      workspaceId: token.split('.')[0] ?? '',
      name: token,
      email: 'a@b.example',
      scopes: ROLES.admin,
      ...TOKEN_OF_WORKSPACE,
    }),
};
const HEAD = 'POST /v2/regulations HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n';

const startGateway = useGateways();
const start: typeof startGateway = (options) =>
  startGateway({ authenticator: OWN_WORKSPACES, ...options });
const open: RawConnection[] = [];

afterEach(() => {
  for (const { socket } of open.splice(0)) socket.destroy();
});

/** Sends the headers and only the beginning of a body. */
function beginBody(
  gateway: GatewayUnderTest,
  token: string,
  length = 1_000,
  beginning = '{',
): RawConnection {
  const connection = openRaw(gateway.url);
  open.push(connection);
  connection.socket.write(
    `${HEAD}Authorization: Bearer ${token}\r\nContent-Length: ${length}\r\n\r\n${beginning}`,
  );
  return connection;
}

/** Begins a body without Content-Length. */
function beginChunks(gateway: GatewayUnderTest, token: string) {
  const { socket, closed } = openRaw(gateway.url);
  open.push({ socket, closed });
  socket.write(
    `${HEAD}Connection: close\r\nAuthorization: Bearer ${token}\r\nTransfer-Encoding: chunked\r\n\r\n`,
  );
  const chunk = (bytes: number) =>
    socket.write(`${bytes.toString(16)}\r\n${'{'.repeat(bytes)}\r\n`);
  return { socket, closed, chunk };
}

/** Sends only the headers of a request with which a data plane reports settings. */
function beginSettings(gateway: GatewayUnderTest, length: number): RawConnection {
  const connection = openRaw(gateway.url);
  open.push(connection);
  connection.socket.write(
    `POST ${SETTINGS} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nConnection: close\r\n` +
      `Authorization: ${PLANE.authorization}\r\nContent-Length: ${length}\r\n\r\n`,
  );
  return connection;
}

/**
 * Returns whether a small body of the token's workspace gets no permit. The content of the body is
 * invalid, so that a body with a permit is refused with a different error.
 */
async function isRefused(gateway: GatewayUnderTest, token: string): Promise<boolean> {
  const { socket, closed } = beginBody(gateway, token, 2);
  socket.end('}');
  return (await closed).startsWith('HTTP/1.1 429');
}

/** Returns whether all permits of the token's workspace are free. */
async function isAllFree(gateway: GatewayUnderTest, token: string): Promise<boolean> {
  const all = PATIENT.perWorkspace * PIECE;
  const { socket, closed } = beginBody(gateway, token, all);
  socket.end('}'.padStart(all - 1));
  return (await closed).startsWith('HTTP/1.1 400');
}

/** Returns the value of a gauge. */
async function shown(metrics: Metrics, name: string): Promise<number> {
  const text = await metrics.registry.metrics();
  return Number(new RegExp(`^lethe_gateway_${name} (\\d+)$`, 'm').exec(text)?.[1]);
}

/** Returns the number of requests that were answered with a status. */
function answered(gateway: GatewayUnderTest, status: number): number {
  return gateway.logged.filter((line) => line.msg === 'request' && line.status === status).length;
}

describe('bodies that arrive slowly', () => {
  it('of one workspace block neither other workspaces nor the feed nor reads of the same workspace', async () => {
    const gateway = await start({
      maxInFlight: 8,
      bodyLimits: PATIENT,
      commands: {
        createRegulations: () => Promise.resolve({}),
        listRegulations: () => Promise.resolve({ data: [] }),
        suppressionPage: () => Promise.resolve({ items: [], token: 't' }),
      },
    });
    const bodies = Array.from({ length: 40 }, (_, n) => beginBody(gateway, `viewer.${n % 5}`));
    await waitFor(() => answered(gateway, 429) >= 32);
    expect((await create(gateway)).status).toBe(201);
    const feed = await send(gateway, FEED, { headers: PLANE });
    expect(feed.status).toBe(200);
    const list = await send(gateway, '/v2/regulations', {
      headers: { authorization: 'Bearer viewer' },
    });
    expect(list.status).toBe(200);
    await waitFor(() => answered(gateway, 429) === 36);

    // When clients disconnect, their permits become free.
    for (const { socket } of bodies) socket.destroy();
    await waitFor(async () => {
      const { socket, closed } = beginBody(gateway, 'viewer', 2);
      socket.end('}');
      return (await closed).startsWith('HTTP/1.1 400');
    });
  });

  it('of all workspaces together are limited', async () => {
    const gateway = await start({
      bodyLimits: PATIENT,
      settings: { LETHE_MAX_BODIES_OF_ALL: 16 },
      commands: { suppressionPage: () => Promise.resolve({ items: [], token: 't' }) },
    });
    for (let count = 0; count < 40; count += 1) beginBody(gateway, `tenant-${count}`);
    await waitFor(() => answered(gateway, 429) === 24);
    expect((await send(gateway, FEED, { headers: PLANE })).status).toBe(200);
    // The body of a data plane needs no permit. It is refused because of its content.
    const { socket, closed } = beginSettings(gateway, 3);
    socket.write('{!}');
    expect(await closed).toMatch(/^HTTP\/1.1 400 /);
    for (const each of open) each.socket.destroy();
  });

  it('take one permit for each 256 KiB, but a single body can be larger than all permits of its workspace', async () => {
    const gateway = await start({ bodyLimits: PATIENT });
    const large = 4 * 256 * 1024;
    beginBody(gateway, 'viewer', large);
    await waitFor(() => isRefused(gateway, 'viewer'));
    const { socket, closed } = beginBody(gateway, 'editor', large + 1);
    socket.end(`${' '.repeat(large - 1)}}`);
    expect(await closed).toMatch(/^HTTP\/1.1 400 /);
    for (const each of open) each.socket.destroy();
  });

  it('without Content-Length take permits while they arrive', async () => {
    const metrics = new Metrics();
    const gateway = await start({ bodyLimits: PATIENT, metrics });
    const alone = beginChunks(gateway, 'admin');
    await waitFor(async () => (await shown(metrics, 'bodies_in_flight')) === 1);
    expect(await isRefused(gateway, 'admin')).toBe(false);
    alone.chunk(2 * PATIENT.perWorkspace * PIECE); // a single body can exceed the limit
    alone.socket.write('0\r\n\r\n');
    expect(await alone.closed).toMatch(/^HTTP\/1.1 400 /);
    expect(await isAllFree(gateway, 'admin')).toBe(true);

    beginBody(gateway, 'viewer', (PATIENT.perWorkspace - 1) * PIECE);
    const further = beginChunks(gateway, 'viewer');
    await waitFor(async () => (await shown(metrics, 'bodies_in_flight')) === 2);
    expect(await isRefused(gateway, 'viewer')).toBe(true);
    further.chunk(PIECE + 1);
    expect(await further.closed).toMatch(/^HTTP\/1.1 429 /);
    expect(await shown(metrics, 'bodies_in_flight')).toBe(1);
    for (const each of open) each.socket.destroy();
  });

  it('keep their permits until they are complete, or until the answer if they are large', async () => {
    const handler = blockedStub({});
    const gateway = await start({
      bodyLimits: PATIENT,
      commands: { createRegulations: handler.call },
    });
    const bodies = Array.from({ length: PATIENT.perWorkspace + 1 }, () => create(gateway));
    await waitFor(() => handler.count === bodies.length);
    const large = send(gateway, '/v2/regulations', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(SUPPRESSION).padEnd(PATIENT.perWorkspace * PIECE),
    });
    await waitFor(() => handler.count === bodies.length + 1);
    expect(await isRefused(gateway, 'admin')).toBe(true);
    expect(await isRefused(gateway, 'viewer')).toBe(false);
    handler.letGo();
    for (const body of bodies) expect((await body).status).toBe(201);
    expect((await large).status).toBe(201);
    expect(await isAllFree(gateway, 'admin')).toBe(true);
  });

  it('take no permits if their caller disconnected during authentication', async () => {
    const lookup = blockedStub(undefined);
    const metrics = new Metrics();
    const gateway = await startGateway({
      authenticator: {
        authenticate: async (token) => {
          if (token === 'viewer.leaves') await lookup.call();
          return OWN_WORKSPACES.authenticate(token);
        },
      },
      bodyLimits: PATIENT,
      metrics,
    });
    const { socket } = beginBody(gateway, 'viewer.leaves', PATIENT.perWorkspace * PIECE);
    await waitFor(() => lookup.count === 1);
    socket.resetAndDestroy();
    await waitFor(async () => (await shown(metrics, 'connections')) === 0);
    lookup.letGo();
    expect(await isRefused(gateway, 'viewer')).toBe(false);
    expect(await shown(metrics, 'bodies_in_flight')).toBe(0);
  });

  it('from data planes are received while their request waits, even beyond the request timeout, if they have up to 64 KiB', async () => {
    const handler = blockedStub({ items: [], token: 't' });
    const metrics = new Metrics();
    const gateway = await start({
      metrics,
      requestTimeoutMs: 2_000,
      settings: { LETHE_MAX_DATA_PLANE_REQUESTS: 1 },
      commands: { suppressionPage: handler.call },
    });
    const polls = send(gateway, FEED, { headers: PLANE });
    await waitFor(() => handler.count === 1);
    const settings = beginSettings(gateway, MAX_PLANE_BODY);
    settings.socket.write('{}'.padEnd(MAX_PLANE_BODY));
    await waitFor(async () => (await shown(metrics, 'data_plane_requests_waiting')) === 1);
    // This body begins later than the settings, but the gateway ends it at the request timeout.
    expect(await beginBody(gateway, 'admin').closed).toMatch(/^HTTP\/1.1 408 /);
    handler.letGo();
    expect((await polls).status).toBe(200);
    expect(await settings.closed).toMatch(/^HTTP\/1.1 204 /);
    const larger = beginSettings(gateway, MAX_PLANE_BODY + 1);
    larger.socket.write(' '.repeat(MAX_PLANE_BODY + 1));
    const answer = await larger.closed;
    expect(answer).toMatch(/^HTTP\/1.1 413 /);
    expect(answer).toContain(`larger than ${MAX_PLANE_BODY} bytes`);
  });

  it('that are too large get a 413 even if no permit is free, and do not block other requests', async () => {
    const gateway = await start({
      maxInFlight: 8,
      bodyLimits: PATIENT,
      commands: { createRegulations: () => Promise.resolve({}) },
    });
    for (let count = 0; count < PATIENT.perWorkspace; count += 1) beginBody(gateway, 'viewer');
    await waitFor(() => isRefused(gateway, 'viewer'));
    const large = Array.from({ length: 8 }, () => beginBody(gateway, 'viewer', 100_000_000).closed);
    let areAnswered = false;
    const answers = Promise.all(large).finally(() => (areAnswered = true));
    const statuses = new Set<number>();
    // While the answers wait for the rest of the bodies, other requests must be served.
    await waitFor(async () => {
      statuses.add((await create(gateway)).status);
      return areAnswered;
    });
    expect([...statuses]).toEqual([201]);
    for (const answer of await answers) expect(answer).toMatch(/^HTTP\/1.1 413 /);
    const token = { authorization: 'Bearer viewer' };
    const read = await send(gateway, '/v2/regulations?limit=0', { headers: token });
    expect(read.status).toBe(400);
    for (const { socket } of open) socket.destroy();
  });

  it('count as requests in flight when they are complete, and get a 429 if there are too many', async () => {
    const handler = blockedStub({});
    const gateway = await start({
      maxInFlight: 1,
      bodyLimits: PATIENT,
      commands: { createRegulations: handler.call },
    });
    const { socket, closed } = beginBody(gateway, 'editor', 2);
    const first = create(gateway);
    await waitFor(() => handler.count === 1);
    socket.end('}');
    expect(await closed).toMatch(/^HTTP\/1.1 429 /);
    handler.letGo();
    expect((await first).status).toBe(201);
    expect((await send(gateway, '/v2/regulations?limit=0')).status).toBe(400);
  });

  it('get a 408 if they are too slow, and their connection is closed', async () => {
    let created = 0;
    const gateway = await start({
      bodyLimits: { perWorkspace: 1, graceSeconds: 0, bytesPerSecond: 1_000 },
      commands: {
        createRegulations: () => {
          created += 1;
          return Promise.resolve({});
        },
      },
    });
    const { closed } = beginBody(gateway, 'admin');
    const answer = await closed;
    expect(answer).toMatch(/^HTTP\/1.1 408 /);
    expect(answer).toMatch(/^connection: close/im);
    expect(bodyOf(answer)).toMatchObject({ code: 'request_timeout' });
    expect((await create(gateway)).status).toBe(201);
    expect(created).toBe(1);
    expect(gateway.logged.filter(({ level }) => Number(level) >= 40)).toEqual([]);
  });

  it('can pause after a fast beginning', async () => {
    const gateway = await start({
      bodyLimits: { perWorkspace: 2, graceSeconds: 0, bytesPerSecond: 1 },
    });
    const slow = beginBody(gateway, 'admin', 100_002);
    slow.socket.write(' '.repeat(100_000));
    // When the gateway ends this body, it has checked both bodies.
    const slower = beginBody(gateway, 'admin');
    expect(await slower.closed).toMatch(/^HTTP\/1.1 408 /);
    slow.socket.end('}');
    expect(await slow.closed).toMatch(/^HTTP\/1.1 400 /);
  });

  it('are measured from their first byte, even if it arrives with the headers', async () => {
    const gateway = await start({
      bodyLimits: { perWorkspace: 2, graceSeconds: 0, bytesPerSecond: 100 },
    });
    const fast = beginBody(gateway, 'admin', 8_002, `{${' '.repeat(8_000)}`);
    const slow = beginBody(gateway, 'admin');
    expect(await slow.closed).toMatch(/^HTTP\/1.1 408 /);
    fast.socket.end('}');
    expect(await fast.closed).toMatch(/^HTTP\/1.1 400 /);
  });
});
