import { setTimeout as sleep } from 'node:timers/promises';
import type { SecretBox } from '@lethe/catalog';
import { topicName, TOPICS } from '@lethe/contracts';
import {
  createKafka,
  DirectPublisher,
  LiveTail,
  reachKafka,
  type KafkaConfig,
} from '@lethe/messaging';
import { componentLog, describeError, type Logger } from '@lethe/observability';
import { TestRuns } from './test-runs.js';

export interface ConnectTestRunsOptions {
  readonly kafka: Pick<KafkaConfig, 'brokers' | 'tls' | 'sasl'>;
  readonly topicPrefix: string;
  /** How long `tried` may take. A Kafka that is frozen says nothing for longer. */
  readonly firstTryMs: number;
  readonly secrets: SecretBox;
  /** How long a run is waited for. */
  readonly timeoutMs: number;
  /** Runs of one workspace that are waited for at once. */
  readonly maxPerWorkspace: number;
  readonly logger: Logger;
  /** Kafka refuses us at the first contact: no waiting mends that. */
  readonly onRefused: (error: unknown) => void;
}

export interface ConnectedTestRuns {
  readonly testRuns: TestRuns;
  /** Whether results are being read. */
  isUp(): boolean;
  /** Resolves once results are read, or Kafka failed twice, or said nothing for `firstTryMs`. */
  readonly tried: Promise<void>;
  stop(): Promise<void>;
}

/** A request that is there twice would send an event twice, so a send is never repeated. */
const REQUEST_RETRIES = 0;

/** Test runs over Kafka. While it is away they are refused one by one. */
export function connectTestRuns(options: ConnectTestRunsOptions): ConnectedTestRuns {
  const { topicPrefix, firstTryMs, secrets, logger } = options;
  const log = componentLog(logger, 'kafka');
  const kafka = createKafka({ ...options.kafka, clientId: 'lethe-gateway', log });
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
    timeoutMs: options.timeoutMs,
    maxPerWorkspace: options.maxPerWorkspace,
  });
  const stopping = new AbortController();
  const reading = reachKafka(kafka, {
    signal: stopping.signal,
    log,
    onWaiting: countFailure,
  }).then(() => {
    if (!stopping.signal.aborted) results.start();
  }, options.onRefused);
  const { signal } = firstTry;
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
