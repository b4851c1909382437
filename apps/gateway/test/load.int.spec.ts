import { waitFor } from '@lethe/testing';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { promisify } from 'node:util';
import { create, blockedStub, IDENTITIES, send, useGateways } from './gateway-under-test.js';
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

describe('a gateway at its limit', () => {
  it('refuses further requests with a Retry-After, and still answers probes', async () => {
    const handler = blockedStub({});
    const gateway = await start({ maxInFlight: 1, commands: { createRegulations: handler.call } });
    const first = create(gateway);
    await waitFor(() => handler.count === 1);
    const second = await send(gateway, '/v2/regulations');
    expect(second.status).toBe(429);
    expect(second.headers.get('retry-after')).toBe('1');
    for (const probe of ['/livez', '/readyz', '/livez?from=probe', '/readyz?verbose']) {
      expect({ probe, status: (await fetch(gateway.url + probe)).status }).toMatchObject({
        status: 200,
      });
    }
    handler.letGo();
    expect((await first).status).toBe(201);
    expect((await send(gateway, '/v2/regulations?limit=0')).status).toBe(400);
  });

  it('counts requests of a disconnected caller as in flight until their handlers end, but not longer', async () => {
    const handler = blockedStub({ data: [] });
    const gateway = await start({ maxInFlight: 4, commands: { listRegulations: handler.call } });
    // The test sends three requests together on one connection, and then breaks the connection. Two
    // of the replies get no event for this, because they wait for the first reply.
    const { socket, closed } = openRaw(gateway.url);
    const list = 'GET /v2/regulations HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer admin\r\n\r\n';
    socket.write(list.repeat(3));
    await waitFor(() => handler.count === 3);
    socket.destroy();
    await closed;
    expect((await send(gateway, '/v2/regulations?limit=0')).status).toBe(429);
    handler.letGo();
    await waitFor(async () => (await send(gateway, '/v2/regulations?limit=0')).status === 400);
  });

  it.each([
    ['complete bodies', BODY],
    ['half a body', BODY.slice(0, 9)],
  ])('does not count disconnected callers as in flight, after %s', async (_name, sent) => {
    const handler = blockedStub(IDENTITIES.admin);
    const gateway = await start({ maxInFlight: 4, authenticator: { authenticate: handler.call } });
    const callers = Array.from({ length: 3 }, () => openRaw(gateway.url).socket);
    for (const socket of callers) socket.write(`${HEAD}\r\n\r\n${sent}`);
    await waitFor(() => handler.count === 3);
    for (const socket of callers) socket.destroy();
    await waitFor(async () => (await openConnections(gateway.app)) === 0);
    handler.letGo();
    const next = send(gateway, '/v2/regulations?limit=0');
    await waitFor(() => handler.count === 1);
    handler.letGo();
    expect((await next).status).toBe(400);
  });
});

describe('a ready gateway', () => {
  it('shows warnings for the operator', async () => {
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
  it('makes the gateway unready, accepts no new connections, answers requests in progress, and only then ends', async () => {
    const handler = blockedStub({});
    const order: string[] = [];
    const gateway = await start({
      onStopped: () => Promise.resolve(void order.push('stopped')),
      commands: {
        createRegulations: () => handler.call().finally(() => order.push('handled')),
      },
    });
    const inProgress = create(gateway);
    await waitFor(() => handler.count === 1);
    const closing = gateway.app.close().then(() => order.push('closed'));
    await waitFor(async () => (await gateway.health.readiness()).status === 'not_ready');
    await waitFor(() => isRefused(gateway.url));
    handler.letGo();
    expect(await (await inProgress).text()).toBe('Created');
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
