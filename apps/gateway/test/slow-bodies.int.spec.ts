import type { TokenIdentity } from '@lethe/catalog';
import { ROLES } from '@lethe/contracts';
import { Metrics } from '@lethe/observability';
import { waitFor } from '@lethe/testing';
import {
  create,
  heldBack,
  send,
  SUPPRESSION,
  useGateways,
  type GatewayUnderTest,
} from './gateway-under-test.js';
import { bodyOf, openRaw, type RawConnection } from './raw-http.js';

const FEED = '/dataplane/workspaces/ws_demo/regulations/suppressions';
const SETTINGS = '/data-plane/v1/workspaces/ws_demo/settings';
const PLANE = { authorization: `Basic ${Buffer.from('workspace-plane:').toString('base64')}` };
const PIECE = 256 * 1024;
/** Bytes of the largest body of a data plane. */
const MOST_OF_PLANE = 64 * 1024;
const PATIENT = { perWorkspace: 4, graceSeconds: 30, bytesPerSecond: 0 };
/** The workspace of a token is what is before the first dot in it. */
const OWN_WORKSPACES = {
  authenticate: (token: string): Promise<TokenIdentity> =>
    Promise.resolve({
      tokenId: token,
      workspaceId: token.split('.')[0] ?? '',
      name: token,
      email: 'a@b.example',
      scopes: ROLES.admin,
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

/** Sends the beginning of a body, and no more. */
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

/** Begins a body that does not say how large it will be. */
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

/** Sends the headers of a data plane's settings. */
function beginSettings(gateway: GatewayUnderTest, length: number): RawConnection {
  const connection = openRaw(gateway.url);
  open.push(connection);
  connection.socket.write(
    `POST ${SETTINGS} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nConnection: close\r\n` +
      `Authorization: ${PLANE.authorization}\r\nContent-Length: ${length}\r\n\r\n`,
  );
  return connection;
}

/** Whether there is no room for a small body of a token's workspace; it holds nothing that could be stored. */
async function isRefused(gateway: GatewayUnderTest, token: string): Promise<boolean> {
  const { socket, closed } = beginBody(gateway, token, 2);
  socket.end('}');
  return (await closed).startsWith('HTTP/1.1 429');
}

/** Whether all the room of a token's workspace is free. */
async function isAllFree(gateway: GatewayUnderTest, token: string): Promise<boolean> {
  const all = PATIENT.perWorkspace * PIECE;
  const { socket, closed } = beginBody(gateway, token, all);
  socket.end('}'.padStart(all - 1));
  return (await closed).startsWith('HTTP/1.1 400');
}

/** What the gateway shows as a number. */
async function shown(metrics: Metrics, name: string): Promise<number> {
  const text = await metrics.registry.metrics();
  return Number(new RegExp(`^lethe_gateway_${name} (\\d+)$`, 'm').exec(text)?.[1]);
}

/** How many requests have been answered with a status. */
function answered(gateway: GatewayUnderTest, status: number): number {
  return gateway.logged.filter((line) => line.msg === 'request' && line.status === status).length;
}

describe('bodies that arrive slowly', () => {
  it('of one workspace leave others their creates, their feed, and the workspace its reads', async () => {
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

    // Whoever leaves makes room.
    for (const { socket } of bodies) socket.destroy();
    await waitFor(async () => {
      const { socket, closed } = beginBody(gateway, 'viewer', 2);
      socket.end('}');
      return (await closed).startsWith('HTTP/1.1 400');
    });
  });

  it('of all workspaces together take no more than there is', async () => {
    const gateway = await start({
      bodyLimits: PATIENT,
      settings: { LETHE_MAX_BODIES_OF_ALL: 16 },
      commands: { suppressionPage: () => Promise.resolve({ items: [], token: 't' }) },
    });
    for (let count = 0; count < 40; count += 1) beginBody(gateway, `tenant-${count}`);
    await waitFor(() => answered(gateway, 429) === 24);
    expect((await send(gateway, FEED, { headers: PLANE })).status).toBe(200);
    // The body of a data plane takes none of it; what is in it is another matter.
    const { socket, closed } = beginSettings(gateway, 3);
    socket.write('{!}');
    expect(await closed).toMatch(/^HTTP\/1.1 400 /);
    for (const each of open) each.socket.destroy();
  });

  it('count by what they will take in memory, and one may be as large as it likes', async () => {
    const gateway = await start({ bodyLimits: PATIENT });
    const large = 4 * 256 * 1024;
    beginBody(gateway, 'viewer', large);
    await waitFor(() => isRefused(gateway, 'viewer'));
    const { socket, closed } = beginBody(gateway, 'editor', large + 1);
    socket.end(`${' '.repeat(large - 1)}}`);
    expect(await closed).toMatch(/^HTTP\/1.1 400 /);
    for (const each of open) each.socket.destroy();
  });

  it('that do not say how large they are count as they come', async () => {
    const metrics = new Metrics();
    const gateway = await start({ bodyLimits: PATIENT, metrics });
    const alone = beginChunks(gateway, 'admin');
    await waitFor(async () => (await shown(metrics, 'bodies_in_flight')) === 1);
    expect(await isRefused(gateway, 'admin')).toBe(false);
    alone.chunk(2 * PATIENT.perWorkspace * PIECE); // it may be as large as it likes
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

  it('keep their room until the answer when they are large, and small ones only until they have come', async () => {
    const held = heldBack({});
    const gateway = await start({
      bodyLimits: PATIENT,
      commands: { createRegulations: held.call },
    });
    const bodies = Array.from({ length: PATIENT.perWorkspace + 1 }, () => create(gateway));
    await waitFor(() => held.count === bodies.length);
    const large = send(gateway, '/v2/regulations', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(SUPPRESSION).padEnd(PATIENT.perWorkspace * PIECE),
    });
    await waitFor(() => held.count === bodies.length + 1);
    expect(await isRefused(gateway, 'admin')).toBe(true);
    expect(await isRefused(gateway, 'viewer')).toBe(false);
    held.letGo();
    for (const body of bodies) expect((await body).status).toBe(201);
    expect((await large).status).toBe(201);
    expect(await isAllFree(gateway, 'admin')).toBe(true);
  });

  it('take nothing when their caller has left before it was known whose they are', async () => {
    const lookup = heldBack(undefined);
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

  it('of a data plane arrive while they wait for a place, however long, and are small', async () => {
    const held = heldBack({ items: [], token: 't' });
    const metrics = new Metrics();
    const gateway = await start({
      metrics,
      requestTimeoutMs: 2_000,
      settings: { LETHE_MAX_DATA_PLANE_REQUESTS: 1 },
      commands: { suppressionPage: held.call },
    });
    const polls = send(gateway, FEED, { headers: PLANE });
    await waitFor(() => held.count === 1);
    const settings = beginSettings(gateway, MOST_OF_PLANE);
    settings.socket.write('{}'.padEnd(MOST_OF_PLANE));
    await waitFor(async () => (await shown(metrics, 'data_plane_requests_waiting')) === 1);
    // Begun later, this one is ended as it has not come in time.
    expect(await beginBody(gateway, 'admin').closed).toMatch(/^HTTP\/1.1 408 /);
    held.letGo();
    expect((await polls).status).toBe(200);
    expect(await settings.closed).toMatch(/^HTTP\/1.1 204 /);
    const larger = beginSettings(gateway, MOST_OF_PLANE + 1);
    larger.socket.write(' '.repeat(MOST_OF_PLANE + 1));
    const answer = await larger.closed;
    expect(answer).toMatch(/^HTTP\/1.1 413 /);
    expect(answer).toContain(`larger than ${MOST_OF_PLANE} bytes`);
  });

  it('that are too large are refused for that, whatever else is arriving, and hold no place', async () => {
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
    // Their answers wait for the end of the upload.
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

  it('takes a place once it has come, and is refused when there is none', async () => {
    const held = heldBack({});
    const gateway = await start({
      maxInFlight: 1,
      bodyLimits: PATIENT,
      commands: { createRegulations: held.call },
    });
    const { socket, closed } = beginBody(gateway, 'editor', 2);
    const first = create(gateway);
    await waitFor(() => held.count === 1);
    socket.end('}');
    expect(await closed).toMatch(/^HTTP\/1.1 429 /);
    held.letGo();
    expect((await first).status).toBe(201);
    expect((await send(gateway, '/v2/regulations?limit=0')).status).toBe(400);
  });

  it('are ended with 408 and their connection when they are slower than they must be', async () => {
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

  it('may pause when they were fast enough before', async () => {
    const gateway = await start({
      bodyLimits: { perWorkspace: 2, graceSeconds: 0, bytesPerSecond: 1 },
    });
    const slow = beginBody(gateway, 'admin', 100_002);
    slow.socket.write(' '.repeat(100_000));
    // By the end of this one, both have been looked at.
    const slower = beginBody(gateway, 'admin');
    expect(await slower.closed).toMatch(/^HTTP\/1.1 408 /);
    slow.socket.end('}');
    expect(await slow.closed).toMatch(/^HTTP\/1.1 400 /);
  });

  it('count from their first byte, also of what comes together with the headers', async () => {
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
