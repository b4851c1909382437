import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Health } from './health.js';

export interface HealthServer {
  readonly port: number;
  close(): Promise<void>;
}

/**
 * `/livez` and `/readyz` for a process without a public HTTP port.
 *
 * @param options.port 0 takes a free one
 * @throws the listen error (`EADDRINUSE`, `EACCES`)
 */
export async function startHealthServer(options: {
  health: Health;
  host: string;
  port: number;
}): Promise<HealthServer> {
  const server = createServer((request, response) => {
    void answer(options.health, request.url ?? '').then(({ status, body }) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    });
  });
  await listen(server, options.port, options.host);
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
}

async function answer(health: Health, url: string): Promise<{ status: number; body: unknown }> {
  if (url === '/livez') {
    return {
      status: health.isAlive ? 200 : 503,
      body: { status: health.isAlive ? 'alive' : 'dead' },
    };
  }
  if (url === '/readyz') {
    const readiness = await health.readiness();
    return { status: readiness.status === 'ready' ? 200 : 503, body: readiness };
  }
  return { status: 404, body: { message: 'There is /livez and /readyz.' } };
}

function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
}
