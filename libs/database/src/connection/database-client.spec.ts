import { createServer, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import { DatabaseClient } from './database-client.js';

/** Message `R` with 0: the server needs no password. */
const AUTHENTICATED = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0]);
/** Message `Z` with `I`: the server is ready, and no transaction is open. */
const READY = Buffer.from([0x5a, 0, 0, 0, 5, 0x49]);
const FIELDS = Buffer.from('SFATAL\0C57P01\0Mterminating connection\0\0');
const SHUTTING_DOWN = Buffer.concat([Buffer.from([0x45, 0, 0, 0, 4 + FIELDS.length]), FIELDS]);

describe('DatabaseClient', () => {
  it('survives a shutdown error that arrives with the greeting, and then refuses statements', async () => {
    const server = createServer((socket) => {
      socket.once('data', () => {
        socket.write(Buffer.concat([AUTHENTICATED, READY, SHUTTING_DOWN]));
      });
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const client = new DatabaseClient({ host: '127.0.0.1', port, user: 'u', database: 'd' });
    await client.connect();
    await expect(client.query('select 1')).rejects.toThrow('not queryable');
    await client.end();
    server.close();
  });
});
