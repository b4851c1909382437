import { once } from 'node:events';
import net, { type AddressInfo, type Server } from 'node:net';
import tls from 'node:tls';
import { createGuardedDialer } from '../src/guarded-dialer.js';
import { limitBytes } from '../src/limit-bytes.js';
import { fakeLookup } from '../src/testing/fake-lookup.js';
import { SELF_SIGNED } from './self-signed.js';

describe('createGuardedDialer', () => {
  const servers: Server[] = [];
  const sockets = new Set<net.Socket>();

  async function listen(server: Server): Promise<number> {
    servers.push(server);
    server.on('connection', (socket) => {
      sockets.add(socket);
      socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  }

  afterAll(() => {
    for (const socket of sockets) socket.destroy();
    for (const server of servers) server.close();
  });

  it('connects to an allowed address, in plain text and with TLS', async () => {
    const dialer = createGuardedDialer({ allow: ['127.0.0.1'] });
    const plain = await listen(net.createServer((socket) => socket.end('plain')));
    const secure = await listen(tls.createServer(SELF_SIGNED, (socket) => socket.end('secure')));
    for (const [port, options, answer] of [
      [plain, {}, 'plain'],
      [secure, { tls: { rejectUnauthorized: false } }, 'secure'],
    ] as const) {
      const socket = await dialer.connect('127.0.0.1', port, options);
      const [chunk] = (await once(socket, 'data')) as [Buffer];
      expect(chunk.toString()).toBe(answer);
      socket.destroy();
    }
    await expect(dialer.connect('127.0.0.1', secure, { tls: {} })).rejects.toThrow(/self.signed/);
  });

  it.each(['127.0.0.1', '[::1]', '169.254.169.254', '10.0.0.1', '::ffff:127.0.0.1'])(
    'refuses the address %s',
    async (host) => {
      await expect(createGuardedDialer().connect(host, 6379)).rejects.toThrow(/are not allowed/);
      await expect(createGuardedDialer().connect(host, 6379, { tls: {} })).rejects.toThrow(
        /are not allowed/,
      );
    },
  );

  it('checks the addresses of a name at each connection', async () => {
    const port = await listen(net.createServer((socket) => socket.end()));
    let address = '127.0.0.1';
    const dialer = createGuardedDialer({
      allow: ['127.0.0.1'],
      lookup: fakeLookup({ 'broker.example': () => [address] }),
    });
    (await dialer.connect('broker.example', port)).destroy();
    address = '127.0.0.2';
    await expect(dialer.connect('broker.example', port)).rejects.toThrow(
      'Requests to broker.example are not allowed: it resolves to a loopback address',
    );
    await expect(dialer.connect('nobody.example', port)).rejects.toMatchObject({
      code: 'ENOTFOUND',
    });
  });

  it.each([0, -1, 65_536, 1.5, Number.NaN])('refuses the port %s', async (port) => {
    const dialer = createGuardedDialer({ allow: ['127.0.0.1'] });
    await expect(dialer.connect('127.0.0.1', port)).rejects.toThrow(/port/);
  });

  it('closes the socket at its timeout, and when the signal is aborted', async () => {
    // This server accepts the connection and never answers the TLS handshake.
    const port = await listen(net.createServer());
    const dialer = createGuardedDialer({ allow: ['127.0.0.1'] });
    await expect(
      dialer.connect('127.0.0.1', port, { tls: {}, timeoutMs: 50 }),
    ).rejects.toMatchObject({ code: 'ETIMEDOUT' });
    const stop = new AbortController();
    const socket = await dialer.connect('127.0.0.1', port, { signal: stop.signal });
    const ended = once(socket, 'error');
    stop.abort();
    expect((await ended)[0]).toMatchObject({ code: 'ABORT_ERR' });
    await expect(dialer.connect('127.0.0.1', port, { signal: stop.signal })).rejects.toMatchObject({
      code: 'ABORT_ERR',
    });
  });

  it('closes a socket that receives more bytes than allowed', async () => {
    const port = await listen(net.createServer((socket) => socket.write(Buffer.alloc(2_000))));
    const socket = createGuardedDialer({ allow: ['127.0.0.1'] }).open('127.0.0.1', port);
    limitBytes(socket, 1_000);
    expect((await once(socket, 'error'))[0]).toMatchObject({ name: 'TooManyBytesError' });
  });
});
