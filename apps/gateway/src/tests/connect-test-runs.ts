import { setTimeout as sleep } from 'node:timers/promises';
import type { SecretBox } from '@lethe/catalog';
import { kafkaSecurity } from '@lethe/config';
import { topicName, TOPICS } from '@lethe/contracts';
import { createKafka, DirectPublisher, LiveTail, reachKafka } from '@lethe/messaging';
import { describeError, type ProcessParts } from '@lethe/observability';
import type { GatewayConfig } from '../config/gateway.config.js';
import { sendOverTopic } from './send-test-request.js';
import { TestRuns } from './test-runs.js';

export interface ConnectTestRunsOptions {
  readonly config: GatewayConfig;
  readonly secrets: SecretBox;
  readonly process: Pick<ProcessParts, 'logger' | 'kafka'>;
  /** Called if Kafka refuses this client at the first contact, because a retry would not help. */
  readonly onRefused: (error: unknown) => void;
}

export interface ConnectedTestRuns {
  readonly testRuns: TestRuns;
  /** Returns whether the results topic is being read. */
  isUp(): boolean;
  /**
   * Resolves when the results topic is read, when Kafka failed twice, or when
   * `LETHE_KAFKA_START_WAIT` has passed.
   */
  readonly tried: Promise<void>;
  stop(): Promise<void>;
}

/** A request is published without retries, because a duplicate would send an event twice. */
const REQUEST_RETRIES = 0;

/** Connects test runs over Kafka. While Kafka does not answer, each test run is refused. */
export function connectTestRuns(options: ConnectTestRunsOptions): ConnectedTestRuns {
  const { config, secrets } = options;
  const { logger, kafka: named } = options.process;
  const topicPrefix = config.LETHE_TOPIC_PREFIX;
  const kafka = createKafka({
    brokers: config.KAFKA_BROKERS,
    ...kafkaSecurity(config),
    ...named,
  });
  const firstTry = new AbortController();
  let failures = 0;
  const countFailure = (): void => {
    failures += 1;
    // A single failure can have a harmless cause, such as a busy computer.
    if (failures === 2) firstTry.abort();
  };
  const publisher = new DirectPublisher(kafka, { retries: REQUEST_RETRIES });
  const results = new LiveTail(kafka, {
    topic: topicName(topicPrefix, TOPICS.testResults),
    onRecord: (record) => {
      testRuns.handleResult(record);
    },
    onReading: () => {
      firstTry.abort();
    },
    onWaiting: (error) => {
      countFailure();
      logger.warn({ error: describeError(error) }, 'test results cannot be read, trying again');
    },
  });
  const testRuns = new TestRuns({
    send: sendOverTopic(publisher, topicPrefix),
    isReading: () => results.isReading,
    secrets,
    config,
  });
  const stopping = new AbortController();
  const reading = reachKafka(kafka, {
    signal: stopping.signal,
    log: named.log,
    onWaiting: countFailure,
  }).then(() => {
    if (!stopping.signal.aborted) results.start();
  }, options.onRefused);
  const { signal } = firstTry;
  // This limit is needed, because a Kafka that does not respond causes a failure only much later.
  const firstTryMs = config.LETHE_KAFKA_START_WAIT * 1_000;
  const tried = sleep(firstTryMs, undefined, { signal, ref: false }).catch(() => undefined);
  return {
    testRuns,
    isUp: () => results.isReading,
    tried,
    stop: async () => {
      stopping.abort();
      await reading;
      await results.stop();
      await publisher.close();
    },
  };
}
