import { waitFor } from '@lethe/testing';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { promisify } from 'node:util';
import { create, heldBack, IDENTITIES, send, useGateways } from './gateway-under-test.js';
import { openRaw } from './raw-http.js';

const start = useGateways();
const BODY = JSON.stringify({ regulationType: 'suppress', users: [{ userId: 'u' }] });
const HEAD = [
  'POST /v2/regulations HTTP/1.1',
  'Host: x',
  'Authorization: Bearer admin',
  'Content-Type: application/json',
  `Content-Length: ${BODY.length}`,
].join('\r\n');

describe('a gateway that has enough to do', () => {
  it('refuses more, says when to come back, and still tells its health', async () => {
    const held = heldBack({});
    const gateway = await start({ maxInFlight: 1, commands: { createRegulations: held.call } });
    const first = create(gateway);
    await waitFor(() => held.count === 1);
    const second = await send(gateway, '/v2/regulations');
    expect(second.status).toBe(429);
    expect(second.headers.get('retry-after')).toBe('1');
    for (const probe of ['/livez', '/readyz', '/livez?from=probe', '/readyz?verbose']) {
      expect({ probe, status: (await fetch(gateway.url + probe)).status }).toMatchObject({
        status: 200,
      });
    }
    held.letGo();
    expect((await first).status).toBe(201);
    expect((await send(gateway, '/v2/regulations?limit=0')).status).toBe(400);
  });

  it('gets its places back when callers leave before they are answered', async () => {
    const held = heldBack({ data: [] });
    const gateway = await start({ maxInFlight: 4, commands: { listRegulations: held.call } });
    // Three at once on one connection, which then breaks: two of them never get to answer.
    const { socket, closed } = openRaw(gateway.url);
    const one = 'GET /v2/regulations HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer admin\r\n\r\n';
    socket.write(one.repeat(3));
    await waitFor(() => held.count === 3);
    socket.destroy();
    await closed;
    expect((await send(gateway, '/v2/regulations?limit=0')).status).toBe(429);
    held.letGo();
    await waitFor(async () => (await send(gateway, '/v2/regulations?limit=0')).status === 400);
  });

  it.each([
    ['bodies that are there', BODY],
    ['half a body', BODY.slice(0, 9)],
  ])('has no place taken by callers who left before it knew them, with %s', async (_name, sent) => {
    const held = heldBack(IDENTITIES.admin);
    const gateway = await start({ maxInFlight: 4, authenticator: { authenticate: held.call } });
    const callers = Array.from({ length: 3 }, () => openRaw(gateway.url).socket);
    for (const socket of callers) socket.write(`${HEAD}\r\n\r\n${sent}`);
    await waitFor(() => held.count === 3);
    for (const socket of callers) socket.destroy();
    await waitFor(async () => (await openConnections(gateway.app)) === 0);
    held.letGo();
    const next = send(gateway, '/v2/regulations?limit=0');
    await waitFor(() => held.count === 1);
    held.letGo();
    expect((await next).status).toBe(400);
  });
});

describe('a gateway that is ready', () => {
  it('says what an operator has to do something about', async () => {
    const gateway = await start();
    gateway.health.warn('relay', 'The topics know more than the database.');
    const response = await fetch(`${gateway.url}/readyz`);
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({
      status: 'ready',
      warnings: ['The topics know more than the database.'],
    });
  });
});

describe('a shutdown', () => {
  it('turns unready, takes nothing new, answers what is in hand, and only then goes on', async () => {
    const held = heldBack({});
    const order: string[] = [];
    const gateway = await start({
      onStopped: () => Promise.resolve(void order.push('stopped')),
      commands: {
        createRegulations: () => held.call().finally(() => order.push('handled')),
      },
    });
    const inHand = create(gateway);
    await waitFor(() => held.count === 1);
    const closing = gateway.app.close().then(() => order.push('closed'));
    await waitFor(async () => (await gateway.health.readiness()).status === 'not_ready');
    await waitFor(() => isRefused(gateway.url));
    held.letGo();
    expect(await (await inHand).text()).toBe('Created');
    await closing;
    expect(order).toEqual(['handled', 'stopped', 'closed']);
  });
});

function isRefused(url: string): Promise<boolean> {
  return fetch(url).then(
    () => false,
    () => true,
  );
}

function openConnections(app: NestFastifyApplication): Promise<number> {
  const server = app.getHttpServer();
  return promisify(server.getConnections.bind(server))();
}
