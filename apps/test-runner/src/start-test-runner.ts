import { importDefinitionsFile, openCatalog, SecretBox } from '@lethe/catalog';
import { kafkaSecurity, postgresConnection } from '@lethe/config';
import { topicName, TOPICS } from '@lethe/contracts';
import {
  BrokerClock,
  createKafka,
  DirectPublisher,
  reachTopics,
  AtMostOnceConsumer,
  type OutgoingRecord,
} from '@lethe/messaging';
import { describeError, openService, type Fail, type RunningApp } from '@lethe/observability';
import { createTestRunner } from './create-test-runner.js';
import type { TestRunnerConfig } from './test-runner.config.js';
import { watchRequests } from './watch-requests.js';

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
  const service = await openService('test-runner', config);
  const { health, logger, metrics, signal } = service;
  importDefinitionsFile(config.LETHE_DEFINITIONS_FILE);
  const database = openCatalog({
    ...postgresConnection(config),
    ...service.database(),
    poolSize: config.LETHE_DATABASE_POOL,
  });
  const kafka = createKafka({
    brokers: config.KAFKA_BROKERS,
    ...kafkaSecurity(config),
    ...service.kafka,
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
  const consumer = new AtMostOnceConsumer(kafka, {
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
  const healthPort = await service.serveHealth();

  const topics = reachTopics(kafka, {
    prefix: topicPrefix,
    definitions: config.LETHE_CREATE_TOPICS ? [TOPICS.testRequests, TOPICS.testResults] : [],
    ...{ signal, log: service.kafka.log },
  });
  Promise.all([database.start(), topics])
    .then(() => {
      if (signal.aborted) return;
      consumer.start().catch(onCrash);
      health.unblock(STARTING);
      logger.info({ health: healthPort }, 'waiting for test requests');
    })
    .catch(fail);
  return service.running(async () => {
    await consumer.stop();
    await publisher.close();
    await running.close();
    await watch.stop();
    await database.stop();
  });
}

/** A record of no run: nobody takes it, and the broker says when it wrote it. */
function lookAtClock(topicPrefix: string): OutgoingRecord {
  const topic = topicName(topicPrefix, TOPICS.testResults);
  return { topic, key: 'clock', value: null, headers: {} };
}
