import type { DeletionWorkerCommands } from '@lethe/api/deletions';
import { hostname } from 'node:os';
import { CatalogReader, type SecretBox } from '@lethe/catalog';

import type { DatabaseConnection } from '@lethe/database';
import { describeError, Metrics, type Logger } from '@lethe/observability';
import { LogThrottle } from '@lethe/resilience';
import { SYSTEM_CLOCK } from './clock.js';
import type { DeletionWorkerSettings } from './deletion-worker.config.js';
import { DeletionWorker } from './deletion-worker.js';
import { WorkerMetrics } from './worker-metrics.js';
import { openProviders, rateOf } from './provider-of.js';

export interface CreateDeletionWorkerOptions {
  readonly config: DeletionWorkerSettings;
  readonly database: DatabaseConnection;
  readonly secrets: SecretBox;
  readonly commands: DeletionWorkerCommands;
  readonly logger: Logger;
  /** Default: no metrics. */
  readonly metrics?: Metrics;
}

export interface RunningDeletionWorker {
  /** Begins to claim jobs. */
  start(): void;
  /** Makes the worker claim soon, because there can be new jobs. */
  wake(): void;
  /** Claims no more jobs, ends or releases the leased jobs, and closes threads and connections. */
  stop(): Promise<void>;
}

/** Creates the deletion worker from its real parts. Threads and connections open on demand. */
export function createDeletionWorker({
  config,
  database,
  secrets,
  commands,
  logger,
  metrics: registered = new Metrics(false),
}: CreateDeletionWorkerOptions): RunningDeletionWorker {
  const catalog = new CatalogReader(database, secrets);
  const providers = openProviders(config);
  const metrics = new WorkerMetrics(registered);
  const defects = new LogThrottle();
  const outages = new LogThrottle();
  const worker = new DeletionWorker({
    commands,
    clock: SYSTEM_CLOCK,
    worker: `${hostname().slice(0, 80)}-${process.pid}`,
    concurrency: config.LETHE_DELETION_CONCURRENCY,
    leaseMs: config.LETHE_DELETION_LEASE * 1_000,
    parts: {
      findTarget: (workspaceId, id) => catalog.findDeletionTarget(workspaceId, id),
      providerOf: (type) => providers.of(type),
      rateOf,
      metrics,
      onDefect: (part, error, place) => {
        if (!defects.isDue(`${part} ${place.workspaceId} ${place.destinationId}`)) return;
        const what = DEFECTS[part] ?? 'a deletion failed because of an internal error';
        logger.error({ ...place, error: describeError(error) }, what);
      },
    },
    onServiceFailure: (what, error) => {
      if (!outages.isDue()) return;
      const text = `the regulation service did not accept a ${what}, trying again`;
      logger.warn({ error: describeError(error) }, text);
    },
    onEnd: ({ workspaceId, destinationId, destinationType, task }, statuses, seconds) => {
      const isVerification = task === 'verify';
      if (!isVerification) metrics.reported(destinationType, statuses, seconds);
      const done = isVerification ? 'verified' : 'complete';
      const isDone = statuses.length > 0 && statuses.every((status) => status === done);
      const line = { workspaceId, destinationId, destinationType, statuses };
      logger[isDone ? 'debug' : 'info'](
        line,
        isVerification ? 'verification attempt ended' : 'deletion attempt ended',
      );
    },
  });
  metrics.watch(() => worker.leasedJobs);
  return {
    start: () => {
      worker.start();
    },
    wake: () => {
      worker.wake();
    },
    stop: async () => {
      await worker.stop();
      await providers.close();
    },
  };
}

const DEFECTS: Readonly<Record<string, string>> = {
  catalog:
    'the configuration of a destination cannot be read, so nothing is deleted there: check that the database is up, and that LETHE_SECRET_KEY is the same as at the gateway',
  progress: 'the progress of a deletion is too large to be saved',
};
