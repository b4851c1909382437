import type { KafkaLog } from '@lethe/messaging';
import { describeError } from './describe-error.js';
import { startHealthServer, type HealthServer } from './health-server.js';
import { Health } from './health.js';
import { createLogger, type Logger } from './logger.js';
import { databaseMetrics } from './metrics/database-metrics.js';
import { Metrics } from './metrics/metrics.js';
import type { RunningApp } from './run-app.js';
import type { ProcessVariables, ServiceVariables } from './service-variables.js';
import { startTracing, type Tracing } from './tracing/index.js';

/** The logs, metrics, traces and health of a process. A process opens them before anything else. */
export interface ProcessParts {
  readonly metrics: Metrics;
  readonly logger: Logger;
  readonly tracing: Tracing;
  readonly health: Health;
  /** Options of `createKafka`: client id and log. */
  readonly kafka: { readonly clientId: string; readonly log: KafkaLog };
  /** Options of `openDatabase`: name, metrics and log of connections. */
  database(): {
    readonly applicationName: string;
    readonly observer: ReturnType<typeof databaseMetrics>;
    readonly warn: (error: unknown, message: string) => void;
  };
}

export interface Service extends ProcessParts {
  /** Aborted when the process stops. */
  readonly signal: AbortSignal;
  /**
   * Opens the health port. Call this after all checks are added.
   *
   * @returns number of the port
   */
  serveHealth(): Promise<number>;
  /**
   * Returns the app for `runService`.
   *
   * @param stop closes the resources of the app. Logs and health stay available until `stop` has
   * returned
   */
  running(stop: () => Promise<void>): RunningApp;
}

/** @param loggedAs name of the app in its log */
export async function openProcess(
  app: string,
  config: ProcessVariables,
  loggedAs = app,
): Promise<ProcessParts> {
  const metrics = new Metrics(config.LETHE_METRICS);
  const logger = createLogger(loggedAs, config.LOG_LEVEL, metrics);
  const tracing = await startTracing(config, { app, logger });
  const name = `lethe-${app}`;
  return {
    ...{ metrics, logger, tracing, health: new Health() },
    kafka: {
      clientId: name,
      log: (level, message, fields) => {
        logger[level]({ kafka: fields }, message);
      },
    },
    database: () => ({
      applicationName: name,
      observer: databaseMetrics(metrics),
      warn: (error, message) => {
        logger.warn({ error: describeError(error) }, message);
      },
    }),
  };
}

export async function openService(app: string, config: ServiceVariables): Promise<Service> {
  const parts = await openProcess(app, config);
  const { health, metrics, tracing } = parts;
  const stopping = new AbortController();
  let server: HealthServer | undefined;
  return {
    ...parts,
    signal: stopping.signal,
    serveHealth: async () => {
      const { HOST: host, PORT: port } = config;
      server = await startHealthServer({ app, health, metrics, host, port });
      return server.port;
    },
    running: (stop) => ({
      stop: async () => {
        health.block('draining');
        stopping.abort();
        await stop();
        await server?.close();
        await tracing.stop();
      },
    }),
  };
}
