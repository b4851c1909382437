import { deletionWorker } from '@lethe/api/deletions';
import { importDefinitionsFile, openCatalog, SecretBox } from '@lethe/catalog';
import { kafkaSecurity, postgresConnection } from '@lethe/config';
import { TOPICS } from '@lethe/contracts';
import { createKafka, reachTopics } from '@lethe/messaging';
import { openService, type Fail, type RunningApp } from '@lethe/observability';
import {
  connectRegulation,
  clientOf,
  measureRequests,
  reachRegulation,
} from '@lethe/regulation-client';
import { createDeletionWorker } from './create-deletion-worker.js';
import type { DeletionWorkerConfig } from './deletion-worker.config.js';
import { listenForJobs } from './listen-for-jobs.js';

const STARTING = 'starting';

/**
 * Starts the deletion worker as its own process, with a port for health checks only. The worker
 * waits while the regulation service or PostgreSQL is unreachable. Without Kafka, it finds jobs up
 * to 5 s later.
 *
 * @param fail called after the start, for an error that a retry cannot solve
 */
export async function startDeletionWorker(
  config: DeletionWorkerConfig,
  fail: Fail,
): Promise<RunningApp> {
  const service = await openService('deletion-worker', config);
  const { health, logger, metrics, signal } = service;
  importDefinitionsFile(config.LETHE_DEFINITIONS_FILE);
  const database = openCatalog({
    ...postgresConnection(config),
    ...service.database(),
    poolSize: config.LETHE_DATABASE_POOL,
  });
  const connections = connectRegulation(config);
  const kafka = createKafka({
    brokers: config.KAFKA_BROKERS,
    ...kafkaSecurity(config),
    ...service.kafka,
  });
  const worker = createDeletionWorker({
    config,
    database,
    secrets: new SecretBox(config.LETHE_SECRET_KEY),
    commands: clientOf(
      deletionWorker,
      measureRequests(connections, metrics),
      config.LETHE_RPC_SECRET?.[0],
    ),
    logger,
    metrics,
  });
  const topicPrefix = config.LETHE_TOPIC_PREFIX;
  const wake = () => {
    worker.wake();
  };
  const listener = listenForJobs({ kafka, topicPrefix, logger, wake });
  health.addCheck('database', () => database.isUp());
  health.addCheck('kafka', () => listener.isUp);
  health.addCheck('regulation', () => connections.isUp());
  health.block(STARTING);
  const healthPort = await service.serveHealth();

  reachRegulation(connections, config, { signal, logger }).catch(fail);
  // Jobs do not wait for Kafka, because they come from the service. The topic only wakes the
  // worker.
  reachTopics(kafka, {
    prefix: topicPrefix,
    definitions: config.LETHE_CREATE_TOPICS ? [TOPICS.deletions] : [],
    ...{ signal, log: service.kafka.log },
  })
    .then(() => (signal.aborted ? undefined : listener.start()))
    .catch(fail);
  let hasStarted = false;
  database
    .start()
    .then(() => {
      if (signal.aborted) return;
      worker.start();
      hasStarted = true;
      health.unblock(STARTING);
      logger.info({ health: healthPort }, 'waiting for deletion jobs');
    })
    .catch(fail);
  return service.running(async () => {
    await Promise.all([listener.stop(), hasStarted ? worker.stop() : undefined]);
    connections.close();
    await database.stop();
  });
}
