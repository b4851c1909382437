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
  readonly secrets: SecretBox;
  readonly logger: Logger;
  /** Kafka refuses us at the first contact: no waiting mends that. */
  readonly onRefused: (error: unknown) => void;
}

export interface ConnectedTestRuns {
  readonly testRuns: TestRuns;
  /** Whether results are being read. */
  isUp(): boolean;
  stop(): Promise<void>;
}

/** A request that is there twice would send an event twice, so a send is never repeated. */
const REQUEST_RETRIES = 0;

/** Test runs over Kafka. While it is away they are refused one by one. */
export function connectTestRuns(options: ConnectTestRunsOptions): ConnectedTestRuns {
  const { topicPrefix, secrets, logger } = options;
  const log = componentLog(logger, 'kafka');
  const kafka = createKafka({ ...options.kafka, clientId: 'lethe-gateway', log });
  const publisher = new DirectPublisher(kafka, { retries: REQUEST_RETRIES });
  const results = new LiveTail(kafka, {
    topic: topicName(topicPrefix, TOPICS.testResults),
    onRecord: (record) => {
      testRuns.handleResult(record);
    },
    onWaiting: (error) => {
      logger.warn({ error: describeError(error) }, 'test results cannot be read, trying again');
    },
  });
  const testRuns = new TestRuns({
    publisher,
    isReading: () => results.isReading,
    secrets,
    topicPrefix,
  });
  const stopping = new AbortController();
  const reading = reachKafka(kafka, { signal: stopping.signal, log }).then(() => {
    if (!stopping.signal.aborted) results.start();
  }, options.onRefused);
  return {
    testRuns,
    isUp: () => results.isReading,
    stop: async () => {
      stopping.abort();
      await reading;
      await results.stop();
      await publisher.close();
    },
  };
}
