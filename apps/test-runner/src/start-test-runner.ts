import { CATALOG_ENTITIES, CATALOG_SCHEMA, importDefinitionsFile, SecretBox } from '@lethe/catalog';
import { kafkaSecurity, postgresConnection } from '@lethe/config';
import { topicName, TOPICS } from '@lethe/contracts';
import { openDatabase } from '@lethe/database';
import {
  BrokerClock,
  createKafka,
  DirectPublisher,
  ensureTopicsEventually,
  reachKafka,
  TakeOnceConsumer,
  type OutgoingRecord,
} from '@lethe/messaging';
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
import { startTracing } from '@lethe/tracing';
import { createTestRunner } from './create-test-runner.js';
import type { TestRunnerConfig } from './test-runner.config.js';
import { watchRequests } from './watch-requests.js';

const STATEMENT_TIMEOUT_MS = 5_000;
const STARTING = 'starting';
/** A result that is published twice is taken once, so a failed send is repeated. */
const RESULT_RETRIES = 4;
/** What waits for its turn is in hand: on the topic, one workspace's runs would hold up all others'. */
const WAITING = 5;

/**
 * Starts the test runner as a process of its own. It has no port but the one for its health; while
 * Kafka is away it waits, and while Postgres is away runs end with an error.
 *
 * @param fail called when something turns up later that no waiting mends
 */
export async function startTestRunner(config: TestRunnerConfig, fail: Fail): Promise<RunningApp> {
  const metrics = new Metrics(config.LETHE_METRICS);
  const logger = createLogger('test-runner', config.LOG_LEVEL, metrics);
  const tracing = await startTracing(config, { app: 'test-runner', logger });
  importDefinitionsFile(config.LETHE_DEFINITIONS_FILE);
  const log = componentLog(logger, 'kafka');
  const health = new Health();
  const stopping = new AbortController();
  const database = openDatabase({
    ...postgresConnection(config),
    schema: CATALOG_SCHEMA.schema,
    entities: CATALOG_ENTITIES,
    applicationName: 'lethe-test-runner',
    poolSize: config.LETHE_DATABASE_POOL,
    statementTimeoutMs: STATEMENT_TIMEOUT_MS,
    schemas: [CATALOG_SCHEMA],
    schemaPolicy: 'wait', // the runner only reads the catalog: migrating it is left to the services that write
    observer: databaseMetrics(metrics),
    warn: (error, message) => {
      logger.warn({ error: describeError(error) }, message);
    },
  });
  const kafka = createKafka({
    brokers: config.KAFKA_BROKERS,
    clientId: 'lethe-test-runner',
    log,
    ...kafkaSecurity(config),
  });
  const topicPrefix = config.LETHE_TOPIC_PREFIX;
  const clock = new BrokerClock(() => publisher.publish([lookAtClock(topicPrefix)]));
  const publisher: DirectPublisher = new DirectPublisher(kafka, {
    retries: RESULT_RETRIES,
    onAppended: (brokerTime, tookMs) => {
      clock.observe(brokerTime, tookMs);
    },
  });
  const running = createTestRunner({
    config,
    database,
    secrets: new SecretBox(config.LETHE_SECRET_KEY),
    publisher,
    topicPrefix,
    clock,
    logger,
    metrics,
  });
  const requests = {
    topic: topicName(topicPrefix, TOPICS.testRequests),
    groupId: `${topicPrefix}test-runner.${TOPICS.testRequests.name}`,
  };
  const watch = watchRequests(kafka, { ...requests, metrics });
  const onCrash = (error: unknown): void => {
    logger.error({ error: describeError(error) }, 'the consumer of test requests ended');
    health.markDead('kafka', 'the consumer of test requests ended');
  };
  const consumer = new TakeOnceConsumer(kafka, {
    ...requests,
    maxInHand: config.LETHE_TEST_RUNS * WAITING,
    onRecord: async ({ record, committed }) => {
      watch.took(record);
      await running.runner.handle(record, committed);
    },
    onWaiting: (error) => {
      logger.warn({ error: describeError(error) }, 'test requests cannot be read, trying again');
    },
    onJoin: (partitions) => {
      watch.joined(partitions);
      logger.info({ partitions: partitions.length }, 'taking test requests');
    },
    onCrash,
  });
  health.addCheck('database', () => database.isUp());
  health.addCheck('kafka', () => consumer.isUp);
  health.block(STARTING);
  const healthServer = await startHealthServer({
    app: 'test-runner',
    ...{ health, metrics, host: config.HOST, port: config.PORT },
  });

  const { signal } = stopping;
  const topics = reachKafka(kafka, { signal, log }).then(async () => {
    if (!config.LETHE_CREATE_TOPICS) return;
    const definitions = [TOPICS.testRequests, TOPICS.testResults];
    await ensureTopicsEventually(kafka, { prefix: topicPrefix, definitions, signal, log });
  });
  Promise.all([database.start(), topics])
    .then(() => {
      if (stopping.signal.aborted) return;
      consumer.start().catch(onCrash);
      health.unblock(STARTING);
      logger.info({ health: healthServer.port }, 'waiting for test requests');
    })
    .catch(fail);
  return {
    stop: async () => {
      health.block('draining');
      stopping.abort();
      await consumer.stop();
      await publisher.close();
      await running.close();
      await watch.stop();
      await database.stop();
      await healthServer.close();
      await tracing.stop();
    },
  };
}

/** A record of no run: nobody takes it, and the broker says when it wrote it. */
function lookAtClock(topicPrefix: string): OutgoingRecord {
  const topic = topicName(topicPrefix, TOPICS.testResults);
  return { topic, key: 'clock', value: null, headers: {} };
}
