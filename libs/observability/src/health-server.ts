import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isLoopback } from '@lethe/config';
import type { Health } from './health.js';
import type { Metrics } from './metrics/metrics.js';
import { startProcessMetrics } from './metrics/process-metrics.js';

export interface HealthServer {
  readonly port: number;
  close(): Promise<void>;
}

export interface HealthServerOptions {
  /** Name of the app, such as `gateway`. */
  readonly app: string;
  readonly health: Health;
  readonly host: string;
  /** 0 chooses a free port. */
  readonly port: number;
  /** Metrics for `/metrics`. If metrics are absent or off, the path does not exist. */
  readonly metrics?: Metrics;
}

interface Answer {
  readonly status: number;
  readonly contentType: string;
  readonly body: string;
}

/**
 * Serves `/livez` and `/readyz` for a process without a public HTTP port. If the process collects
 * metrics, serves `/metrics` for Prometheus, and starts to sample the metrics of the process
 * itself.
 *
 * @throws the listen error (`EADDRINUSE`, `EACCES`)
 */
export async function startHealthServer(options: HealthServerOptions): Promise<HealthServer> {
  const server = createServer((request, response) => {
    const isWrongHost = isOnLoopback(request) && !isLoopback(request.headers.host ?? '');
    void (isWrongHost ? Promise.resolve(WRONG_HOST) : answer(options, request.url ?? ''))
      // A failed read of the metrics must not end the process.
      .catch(() => json(500, { message: 'The state is unknown right now. Try again later.' }))
      .then(({ status, contentType, body }) => {
        response.writeHead(status, { 'content-type': contentType }).end(body);
      });
  });
  await listen(server, options.port, options.host);
  const stopSampling = startProcessMetrics(options);
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        stopSampling();
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
}

async function answer({ health, metrics }: HealthServerOptions, target: string): Promise<Answer> {
  const [url] = target.split('?', 1); // the query of a probe is ignored
  if (url === '/livez') {
    return json(health.isAlive ? 200 : 503, { status: health.isAlive ? 'alive' : 'dead' });
  }
  if (url === '/readyz') {
    const readiness = await health.readiness();
    return json(readiness.status === 'ready' ? 200 : 503, readiness);
  }
  if (url === '/metrics' && metrics?.isOn === true) {
    const { registry } = metrics;
    return { status: 200, contentType: registry.contentType, body: await registry.metrics() };
  }
  const paths = metrics?.isOn !== true ? '/livez and /readyz' : '/livez, /readyz and /metrics';
  return json(404, { message: `There is no such path. There is ${paths}.` });
}

/**
 * Response to a wrong Host header on loopback. A web page can point its own name at 127.0.0.1 (DNS
 * rebinding), and could then read the response.
 */
const WRONG_HOST = json(421, {
  message: 'The Host header must be localhost or a loopback address. Use http://127.0.0.1:<port>.',
});

function isOnLoopback({ socket }: IncomingMessage): boolean {
  const address = (socket.localAddress ?? '').replace(/^::ffff:/, '');
  return isLoopback(address === '::1' ? '[::1]' : address);
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
