import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Registry } from 'prom-client';
import type { Health } from './health.js';

export interface HealthServer {
  readonly port: number;
  close(): Promise<void>;
}

interface Answer {
  readonly status: number;
  readonly contentType: string;
  readonly body: string;
}

/**
 * `/livez` and `/readyz` for a process without a public HTTP port, and `/metrics` for Prometheus where
 * the process counts something.
 *
 * @param options.port 0 takes a free one
 * @param options.metrics what `/metrics` shows; without it there is no such path
 * @throws the listen error (`EADDRINUSE`, `EACCES`)
 */
export async function startHealthServer(options: {
  health: Health;
  host: string;
  port: number;
  metrics?: Registry;
}): Promise<HealthServer> {
  const server = createServer((request, response) => {
    void answer(options, request.url ?? '').then(({ status, contentType, body }) => {
      response.writeHead(status, { 'content-type': contentType }).end(body);
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

async function answer(
  { health, metrics }: { readonly health: Health; readonly metrics?: Registry },
  target: string,
): Promise<Answer> {
  const [url] = target.split('?', 1); // a probe may send a query; it means nothing here
  if (url === '/livez') {
    return json(health.isAlive ? 200 : 503, { status: health.isAlive ? 'alive' : 'dead' });
  }
  if (url === '/readyz') {
    const readiness = await health.readiness();
    return json(readiness.status === 'ready' ? 200 : 503, readiness);
  }
  if (url === '/metrics' && metrics !== undefined) {
    return { status: 200, contentType: metrics.contentType, body: await metrics.metrics() };
  }
  const paths = metrics === undefined ? '/livez and /readyz' : '/livez, /readyz and /metrics';
  return json(404, { message: `There is ${paths}.` });
}

function json(status: number, body: unknown): Answer {
  return { status, contentType: 'application/json', body: JSON.stringify(body) };
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
