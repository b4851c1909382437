import { CatalogReader, type SecretBox } from '@lethe/catalog';
import { LetheError, type JsonObject } from '@lethe/contracts';
import type { DatabaseConnection } from '@lethe/database';
import { createDelivery } from '@lethe/egress';
import { findDefinition } from '@lethe/destination-definitions';
import {
  createActionsProvider,
  createNativeProvider,
  createTransformerProvider,
  type DestinationProvider,
} from '@lethe/destinations';
import { createEgress } from '@lethe/egress';
import type { BrokerClock } from '@lethe/messaging';
import { describeError, Metrics, type Logger } from '@lethe/observability';
import { Sandbox } from '@lethe/sandbox';
import { RunnerMetrics } from './runner-metrics.js';
import type { SendResult } from './runs/send-result.js';
import { TestRunner } from './runs/test-runner.js';
import type { TestRunnerSettings } from './test-runner.config.js';

export interface CreateTestRunnerOptions {
  readonly config: TestRunnerSettings;
  readonly database: DatabaseConnection;
  readonly secrets: SecretBox;
  readonly send: SendResult;
  readonly logger: Logger;
  /** Default: no metrics. */
  readonly metrics?: Metrics;
  /** See `TestRunnerOptions`. */
  readonly clock?: Pick<BrokerClock, 'now'>;
}

export interface RunningTestRunner {
  readonly runner: TestRunner;
  /** Closes threads and connections. Call it only after the last run has ended. */
  close(): Promise<void>;
}

/** Creates the test runner from its real parts. Threads start on demand. */
export function createTestRunner(options: CreateTestRunnerOptions): RunningTestRunner {
  const { config, database, secrets, send, logger, clock } = options;
  const metrics = new RunnerMetrics(options.metrics ?? new Metrics(false), config.LETHE_TEST_RUNS);
  const egressAllow = config.LETHE_DELIVERY_ALLOW;
  const catalog = new CatalogReader(database, secrets);
  const egress = createEgress({ allow: egressAllow });
  const threads = config.LETHE_SANDBOX_THREADS;
  const sandbox = new Sandbox({
    egressAllow,
    observer: metrics.sandbox,
    ...(threads === undefined ? {} : { threadsPerOwner: threads }),
  });
  const providers = createProviders(config.LETHE_TRANSFORMER_URL);
  const deliver = createDelivery({ egress });
  const runner = new TestRunner({
    send,
    maxRuns: config.LETHE_TEST_RUNS,
    logger,
    ...(clock && { clock }),
    metrics,
    parts: {
      findTarget: (...args) => catalog.findTestTarget(...args),
      findTransformationTarget: (...args) => catalog.findTransformationTarget(...args),
      openConfig: (sealed, runId) => openConfig(secrets, sealed, runId),
      runUserCode: (run, options) => metrics.userCode(() => sandbox.run(run, options)),
      providerOf: (type) => providers[findDefinition(type)?.provider ?? 'none'],
      deliver,
      metrics,
      onDefect: (stage, error) => {
        logger.error(
          { stage, error: describeError(error) },
          'a stage failed because of an internal error',
        );
      },
    },
  });
  return {
    runner,
    close: async () => {
      const open = Object.values(providers);
      await Promise.all([sandbox.close(), ...open.map((provider) => provider.close())]);
      await egress.close();
    },
  };
}

function createProviders(url: string | undefined): Readonly<Record<string, DestinationProvider>> {
  return {
    native: createNativeProvider(),
    actions: createActionsProvider(),
    transformer: createTransformerProvider(url === undefined ? {} : { url }),
  };
}

function openConfig(secrets: SecretBox, sealed: string, runId: string): JsonObject {
  const text = secrets.open(sealed, overridePlace(runId));
  if (text === undefined) {
    throw new LetheError('unavailable', {
      message:
        'The configuration of this run cannot be decrypted: LETHE_SECRET_KEY of the test runner and of the gateway differ. Ask the operator of this service to correct it.',
    });
  }
  return JSON.parse(text) as JsonObject;
}

/**
 * Binds the encryption of an override to one run, so that it cannot be decrypted for another run.
 */
function overridePlace(runId: string) {
  return { workspaceId: '', kind: 'override', id: runId } as const;
}
