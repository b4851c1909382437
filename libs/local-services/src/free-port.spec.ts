import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { freePort } from './free-port.js';

describe('a free port', () => {
  const servers: Server[] = [];
  const claims: Socket[] = [];
  afterEach(async () => {
    for (const server of servers.splice(0)) await new Promise((resolve) => server.close(resolve));
    for (const claim of claims.splice(0)) claim.close();
  });

  /** As a process does that gives a port away. */
  async function claim(port: number): Promise<void> {
    const socket = createSocket('udp4');
    claims.push(socket);
    socket.bind({ port, address: '127.0.0.1', exclusive: true });
    await once(socket, 'listening');
  }

  async function listen(port: number): Promise<void> {
    const server = createServer();
    servers.push(server);
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject).listen(port, '127.0.0.1', resolve);
    });
  }

  it('is another one at each call, also before it is used', async () => {
    const ports = await Promise.all(Array.from({ length: 50 }, () => freePort()));
    expect(new Set(ports).size).toBe(50);
    for (const port of ports) await listen(port);
  });

  it('is none that is in use, nor one that outgoing connections take', async () => {
    const port = await freePort();
    await listen(port + 1).catch(() => undefined); // somebody else's will do, too
    const later = await freePort();
    expect(later).not.toBe(port + 1);
    expect(later).toBeLessThan(32_768);
  });

  it('is none that another process was given, and nobody else’s from then on', async () => {
    const port = await freePort();
    await expect(claim(port)).rejects.toMatchObject({ code: 'EADDRINUSE' });
    claims.length = 0;
    await claim(port + 1).catch(() => undefined); // somebody else's will do, too
    expect(await freePort()).not.toBe(port + 1);
  });

  it('comes with the one that its service takes besides', async () => {
    const port = await freePort(5_000);
    await expect(claim(port + 5_000)).rejects.toMatchObject({ code: 'EADDRINUSE' });
    claims.length = 0;
    await listen(port + 5_000);
    expect(port + 5_000).toBeLessThan(32_768);
  });

  it('is passed over when that one is taken', async () => {
    const port = await freePort();
    for (const near of [1, 2, 3]) await listen(port + 1_000 + near).catch(() => undefined); // somebody else's will do, too
    expect(await freePort(1_000)).not.toBe(port + 1);
  });
});
