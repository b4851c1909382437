import { setTimeout as sleep } from 'node:timers/promises';
import type { SecretBox } from '@lethe/catalog';
import { kafkaSecurity } from '@lethe/config';
import { topicName, TOPICS } from '@lethe/contracts';
import { createKafka, DirectPublisher, LiveTail, reachKafka } from '@lethe/messaging';
import { describeError, type ProcessParts } from '@lethe/observability';
import type { GatewayConfig } from '../config/gateway.config.js';
import { TestRuns } from './test-runs.js';

export interface ConnectTestRunsOptions {
  readonly config: GatewayConfig;
  readonly secrets: SecretBox;
  /** Of the gateway's process. */
  readonly process: Pick<ProcessParts, 'logger' | 'kafka'>;
  /** Kafka refuses us at the first contact: no waiting mends that. */
  readonly onRefused: (error: unknown) => void;
}

export interface ConnectedTestRuns {
  readonly testRuns: TestRuns;
  /** Whether results are being read. */
  isUp(): boolean;
  /** Resolves once results are read, or Kafka failed twice, or `LETHE_KAFKA_START_WAIT` is over. */
  readonly tried: Promise<void>;
  stop(): Promise<void>;
}

/** A request that is there twice would send an event twice, so a send is never repeated. */
const REQUEST_RETRIES = 0;

/** Test runs over Kafka. While it is away they are refused one by one. */
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
    // One failed attempt may have met a busy machine.
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
    publisher,
    isReading: () => results.isReading,
    secrets,
    topicPrefix,
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
  // A Kafka that is frozen says nothing for longer.
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
