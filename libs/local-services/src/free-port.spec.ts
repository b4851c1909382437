import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { freePort } from './free-port.js';

describe('freePort', () => {
  const servers: Server[] = [];
  const claims: Socket[] = [];
  afterEach(async () => {
    for (const server of servers.splice(0)) await new Promise((resolve) => server.close(resolve));
    for (const claim of claims.splice(0)) claim.close();
  });

  /** Reserves a port in the same way as another process that calls `freePort`. */
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

  it('returns a different port at each call, even if no service listens on the ports', async () => {
    const ports = await Promise.all(Array.from({ length: 50 }, () => freePort()));
    expect(new Set(ports).size).toBe(50);
    for (const port of ports) await listen(port);
  });

  it('skips ports in use and ports of outgoing connections', async () => {
    const port = await freePort();
    await listen(port + 1).catch(() => undefined); // the port may be in use by another program
    const later = await freePort();
    expect(later).not.toBe(port + 1);
    expect(later).toBeLessThan(32_768);
  });

  it('skips ports that other processes have reserved, and reserves the port for this process', async () => {
    const port = await freePort();
    await expect(claim(port)).rejects.toMatchObject({ code: 'EADDRINUSE' });
    claims.length = 0;
    await claim(port + 1).catch(() => undefined); // the port may be in use by another program
    expect(await freePort()).not.toBe(port + 1);
  });

  it('reserves the second port of the service as well', async () => {
    const port = await freePort(5_000);
    await expect(claim(port + 5_000)).rejects.toMatchObject({ code: 'EADDRINUSE' });
    claims.length = 0;
    await listen(port + 5_000);
    expect(port + 5_000).toBeLessThan(32_768);
  });

  it('skips a port if the second port is in use', async () => {
    const port = await freePort();
    // The ports may be in use by other programs.
    for (const distance of [1, 2, 3]) await listen(port + 1_000 + distance).catch(() => undefined);
    expect(await freePort(1_000)).not.toBe(port + 1);
  });
});
