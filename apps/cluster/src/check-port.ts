import { once } from 'node:events';
import { createServer } from 'node:net';
import { StartError } from '@lethe/observability';

/**
 * Checks that a port is free, before anything starts. If another program used the port, the cluster
 * would mistake this program for the gateway.
 *
 * @throws StartError when the port is in use
 */
export async function checkPort(host: string, port: number): Promise<void> {
  const server = createServer().listen(port, host);
  try {
    await once(server, 'listening');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    throw new StartError(
      `Port ${String(port)} on ${host} is in use. Stop the program that listens there, or set PORT to another port.`,
      { cause: error },
    );
  }
  server.close();
  await once(server, 'close');
}
