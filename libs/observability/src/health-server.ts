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
  /** The app, e.g. `gateway`. */
  readonly app: string;
  readonly health: Health;
  readonly host: string;
  /** 0 takes a free one. */
  readonly port: number;
  /** What `/metrics` shows; without it, or with metrics that are off, there is no such path. */
  readonly metrics?: Metrics;
}

interface Answer {
  readonly status: number;
  readonly contentType: string;
  readonly body: string;
}

/**
 * `/livez` and `/readyz` for a process without a public HTTP port, and `/metrics` for Prometheus where
 * the process counts something; that of the process itself is counted from then on.
 *
 * @throws the listen error (`EADDRINUSE`, `EACCES`)
 */
export async function startHealthServer(options: HealthServerOptions): Promise<HealthServer> {
  const server = createServer((request, response) => {
    const isRebound = isOnLoopback(request) && !isLoopback(request.headers.host ?? '');
    void (isRebound ? Promise.resolve(WRONG_HOST) : answer(options, request.url ?? ''))
      .catch(() => json(500, { message: 'This cannot be told right now.' })) // a process outlives its scrapes
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
  const [url] = target.split('?', 1); // a probe may send a query; it means nothing here
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
  return json(404, { message: `There is ${paths}.` });
}

/** Of another name on loopback: a web page can point a name of its own at 127.0.0.1 (DNS rebinding), and would read the answer. */
const WRONG_HOST = json(421, {
  message: 'Host must be localhost or a loopback address here. Ask for http://127.0.0.1:<port>.',
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
