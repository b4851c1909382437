import { deletionWorker } from '@lethe/api/deletions';
import { CATALOG_ENTITIES, CATALOG_SCHEMA, importDefinitionsFile, SecretBox } from '@lethe/catalog';
import { kafkaSecurity, postgresConnection } from '@lethe/config';
import { TOPICS } from '@lethe/contracts';
import { openDatabase } from '@lethe/database';
import { createKafka, ensureTopicsEventually, reachKafka } from '@lethe/messaging';
import {
  componentLog,
  createLogger,
  databaseMetrics,
  describeError,
  Health,
  Metrics,
  startHealthServer,
  type Fail,
  type RunningApp,
} from '@lethe/observability';
import {
  connectRegulation,
  clientOf,
  measureRequests,
  reachRegulation,
} from '@lethe/regulation-client';
import { startTracing } from '@lethe/tracing';
import { createDeletionWorker } from './create-deletion-worker.js';
import type { DeletionWorkerConfig } from './deletion-worker.config.js';
import { listenForJobs } from './listen-for-jobs.js';

const STATEMENT_TIMEOUT_MS = 5_000;
const STARTING = 'starting';

/**
 * Starts the deletion worker as a process of its own. It has no port but the one for its health. While the
 * regulation service or Postgres is away it waits; while Kafka is away it finds jobs up to 5 s later.
 *
 * @param fail called when something turns up later that no waiting mends
 */
export async function startDeletionWorker(
  config: DeletionWorkerConfig,
  fail: Fail,
): Promise<RunningApp> {
  const metrics = new Metrics(config.LETHE_METRICS);
  const logger = createLogger('deletion-worker', config.LOG_LEVEL, metrics);
  const tracing = await startTracing(config, { app: 'deletion-worker', logger });
  importDefinitionsFile(config.LETHE_DEFINITIONS_FILE);
  const log = componentLog(logger, 'kafka');
  const health = new Health();
  const database = openDatabase({
    ...postgresConnection(config),
    schema: CATALOG_SCHEMA.schema,
    entities: CATALOG_ENTITIES,
    applicationName: 'lethe-deletion-worker',
    poolSize: config.LETHE_DATABASE_POOL,
    statementTimeoutMs: STATEMENT_TIMEOUT_MS,
    schemas: [CATALOG_SCHEMA],
    schemaPolicy: 'wait', // it only reads the catalog: migrating it is left to the services that write
    observer: databaseMetrics(metrics),
    warn: (error, message) => {
      logger.warn({ error: describeError(error) }, message);
    },
  });
  const connections = connectRegulation(config);
  const kafka = createKafka({
    brokers: config.KAFKA_BROKERS,
    clientId: 'lethe-deletion-worker',
    log,
    ...kafkaSecurity(config),
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
  const healthServer = await startHealthServer({
    app: 'deletion-worker',
    ...{ health, metrics, host: config.HOST, port: config.PORT },
  });

  const stopping = new AbortController();
  const { signal } = stopping;
  if (config.LETHE_RPC_CA_FILE !== undefined) {
    reachRegulation(connections, {
      place: config.LETHE_REGULATION_ADDRESS,
      signal,
      onWaiting: (error) => {
        logger.warn({ error: describeError(error) }, 'the regulation service cannot be reached');
      },
    }).catch(fail);
  }
  // Jobs do not wait for Kafka: the service offers them, and the topic only says when.
  reachKafka(kafka, { signal, log })
    .then(async () => {
      if (signal.aborted) return;
      if (config.LETHE_CREATE_TOPICS) {
        const definitions = [TOPICS.deletions];
        await ensureTopicsEventually(kafka, { prefix: topicPrefix, definitions, signal, log });
      }
      await listener.start();
    })
    .catch(fail);
  let hasStarted = false;
  database
    .start()
    .then(() => {
      if (signal.aborted) return;
      worker.start();
      hasStarted = true;
      health.unblock(STARTING);
      logger.info({ health: healthServer.port }, 'waiting for deletion jobs');
    })
    .catch(fail);
  return {
    stop: async () => {
      health.block('draining');
      stopping.abort();
      await Promise.all([listener.stop(), hasStarted ? worker.stop() : undefined]);
      connections.close();
      await database.stop();
      await healthServer.close();
      await tracing.stop();
    },
  };
}
