import { createServer, type AddressInfo } from 'node:net';

/**
 * A TCP port on 127.0.0.1 that was free a moment ago. Somebody else may take it before you do, so
 * be ready to ask again.
 */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
