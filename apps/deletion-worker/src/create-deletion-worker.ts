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
  /** What is counted; nothing when absent. */
  readonly metrics?: Metrics;
}

export interface RunningDeletionWorker {
  /** Begins to ask for work. */
  start(): void;
  /** There may be work. */
  wake(): void;
  /** Takes nothing new, ends or gives back what is in hand, and lets go of threads and connections. */
  stop(): Promise<void>;
}

/** Puts the deletion worker together from its real parts. Threads and connections begin when they are needed. */
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
        const what = DEFECTS[part] ?? 'a deletion failed for a reason of ours';
        logger.error({ ...place, error: describeError(error) }, what);
      },
    },
    onServiceFailure: (what, error) => {
      if (!outages.isDue()) return;
      const text = `the regulation service did not take a ${what}, trying again`;
      logger.warn({ error: describeError(error) }, text);
    },
    onEnd: ({ workspaceId, destinationId, destinationType }, statuses, seconds) => {
      metrics.reported(destinationType, statuses, seconds);
      const isDone = statuses.length > 0 && statuses.every((status) => status === 'complete');
      const line = { workspaceId, destinationId, destinationType, statuses };
      logger[isDone ? 'debug' : 'info'](line, 'worked on deletions');
    },
  });
  metrics.watch(() => worker.jobsInHand);
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
    'the configuration of a destination cannot be read, so nothing is deleted there: is the database up, and LETHE_SECRET_KEY that of the gateway?',
  progress: 'where a deletion stands is too long to be kept',
};
