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
import { sendOverTopic } from './runs/send-result.js';
import type { TestRunnerConfig } from './test-runner.config.js';
import { watchRequests } from './watch-requests.js';

const STARTING = 'starting';
/**
 * Number of retries when a result cannot be published. Retries are safe, because the gateway
 * ignores duplicates.
 */
const RESULT_RETRIES = 4;
/**
 * LETHE_TEST_RUNS times this factor is the maximum number of runs that were read from the topic and
 * have not ended. The number includes waiting runs. If they waited on the topic, they would block
 * runs of other workspaces.
 */
const QUEUE_FACTOR = 5;

/**
 * Starts the test runner as a separate process, with a port for health checks only. While Kafka is
 * unreachable, the test runner waits. While PostgreSQL is unreachable, runs end with an error.
 *
 * @param fail called after the start, on an error that waiting does not solve
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
  const clock = new BrokerClock(() => publisher.publish([clockRecord(topicPrefix)]));
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
    send: sendOverTopic(publisher, topicPrefix),
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
    maxInFlight: config.LETHE_TEST_RUNS * QUEUE_FACTOR,
    onRecord: async ({ record, committed }) => {
      watch.took(record);
      await running.runner.handle(record, committed);
    },
    onWaiting: (error) => {
      logger.warn({ error: describeError(error) }, 'test requests cannot be read, trying again');
    },
    onJoin: (partitions) => {
      watch.joined(partitions);
      logger.info({ partitions: partitions.length }, 'reading test requests');
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

/**
 * Returns a record that belongs to no run. No consumer uses the record; the broker's answer
 * contains the time of the broker.
 */
function clockRecord(topicPrefix: string): OutgoingRecord {
  const topic = topicName(topicPrefix, TOPICS.testResults);
  return { topic, key: 'clock', value: null, headers: {} };
}
