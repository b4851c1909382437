import type { SecretBox } from '@lethe/catalog';
import type { DatabaseConnection } from '@lethe/database';
import { TestRuns } from '@lethe/gateway';
import { currentTraceparent, inSpan, type Logger, type Metrics } from '@lethe/observability';
import { createTestRunner } from '@lethe/test-runner';
import type { StandaloneConfig } from './standalone.config.js';

export interface OpenTestRuns {
  readonly testRuns: TestRuns;
  /** Call it only after the last request has ended. */
  stop(): Promise<void>;
}

/**
 * Connects the gateway and the test runner by calls, even if Kafka is configured. Requests and
 * results are not converted to JSON, so both sides must treat them as constants.
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
  const testRuns = new TestRuns({
    send: (_event, request) =>
      inPublishSpan(() => {
        void running.runner.handleHere(request, currentTraceparent());
      }),
    isReading: () => true,
    secrets: parts.secrets,
    config,
  });
  const running = createTestRunner({
    config,
    send: (_event, result) =>
      inPublishSpan(() => {
        testRuns.takeResult(result);
      }),
    ...parts,
  });
  return { testRuns, stop: () => running.close() };
}

/** Passes an event on in the same span as a publish on Kafka, so that traces look the same. */
function inPublishSpan(pass: () => void): Promise<void> {
  const attributes = {
    'messaging.operation.type': 'send',
    'messaging.batch.message_count': 1,
  } as const;
  return inSpan('publish', { side: 'producer', attributes }, () => {
    pass();
    return Promise.resolve();
  });
}
