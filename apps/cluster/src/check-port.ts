import { once } from 'node:events';
import { createServer } from 'node:net';
import { StartError } from '@lethe/observability';

/**
 * Looks whether a port can be listened on, before anything is started: otherwise whoever has it
 * would be taken for our gateway.
 * @throws StartError when somebody has it
 */
export async function checkPort(host: string, port: number): Promise<void> {
  const server = createServer().listen(port, host);
  try {
    await once(server, 'listening');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    throw new StartError(
      `Port ${String(port)} on ${host} is in use: stop what listens there, or set PORT to another one.`,
      { cause: error },
    );
  }
  server.close();
  await once(server, 'close');
}
