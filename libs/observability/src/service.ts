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

/** The logs, metrics, traces and health of a process: opened before all else. */
export interface ProcessParts {
  readonly metrics: Metrics;
  readonly logger: Logger;
  readonly tracing: Tracing;
  readonly health: Health;
  /** Options of `createKafka`: how clients of Kafka are named, and where they log. */
  readonly kafka: { readonly clientId: string; readonly log: KafkaLog };
  /** Options of `openDatabase`: how connections are named, counted and logged. */
  database(): {
    readonly applicationName: string;
    readonly observer: ReturnType<typeof databaseMetrics>;
    readonly warn: (error: unknown, message: string) => void;
  };
}

/** A process whose only port is the one for its health. */
export interface Service extends ProcessParts {
  /** Aborted when the process is to stop. */
  readonly signal: AbortSignal;
  /** Opens the port for its health, once its checks are there. @returns the port's number */
  serveHealth(): Promise<number>;
  /** @param stop closes what the app itself has opened, in order; its logs and its health are there until then */
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
