import type { SecretBox } from '@lethe/catalog';
import { topicName, TOPICS } from '@lethe/contracts';
import type { DatabaseConnection } from '@lethe/database';
import { TestRuns } from '@lethe/gateway';
import { InProcessBroker } from '@lethe/messaging';
import type { Logger, Metrics } from '@lethe/observability';
import { createTestRunner } from '@lethe/test-runner';
import type { StandaloneConfig } from './standalone.config.js';

export interface OpenTestRuns {
  readonly testRuns: TestRuns;
  /** Call it only after the last request has ended. */
  stop(): Promise<void>;
}

const BROKER_CLOCK = { now: () => Promise.resolve(Date.now()) };

/**
 * Connects the gateway and the test runner through a broker in this process, even if Kafka is
 * configured.
 */
export function openTestRuns(
  config: StandaloneConfig,
  parts: {
    readonly database: DatabaseConnection;
    readonly secrets: SecretBox;
    readonly logger: Logger;
    readonly metrics: Metrics;
  },
): OpenTestRuns {
  const broker = new InProcessBroker();
  const publisher = broker.publisher();
  const topicPrefix = config.LETHE_TOPIC_PREFIX;
  const testRuns = new TestRuns({
    publisher,
    isReading: () => true,
    secrets: parts.secrets,
    topicPrefix,
    config,
  });
  const running = createTestRunner({
    config,
    publisher,
    topicPrefix,
    clock: BROKER_CLOCK,
    ...parts,
  });
  broker.subscribe(topicName(topicPrefix, TOPICS.testRequests), (record) => {
    void running.runner.handle(record, Promise.resolve());
  });
  broker.subscribe(topicName(topicPrefix, TOPICS.testResults), (record) => {
    testRuns.handleResult(record);
  });
  return { testRuns, stop: () => running.close() };
}
