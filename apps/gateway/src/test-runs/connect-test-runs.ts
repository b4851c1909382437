import type { SecretBox } from '@lethe/catalog';
import { topicName, TOPICS } from '@lethe/contracts';
import { createKafka, DirectPublisher, LiveTail } from '@lethe/messaging';
import { componentLog, describeError, type Logger } from '@lethe/observability';
import { TestRuns } from './test-runs.js';

export interface ConnectTestRunsOptions {
  readonly brokers: readonly string[];
  readonly topicPrefix: string;
  readonly secrets: SecretBox;
  readonly logger: Logger;
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
  const { brokers, topicPrefix, secrets, logger } = options;
  const log = componentLog(logger, 'kafka');
  const kafka = createKafka({ brokers, clientId: 'lethe-gateway', log });
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
  results.start();
  return {
    testRuns,
    isUp: () => results.isReading,
    stop: async () => {
      await results.stop();
      await publisher.close();
    },
  };
}
