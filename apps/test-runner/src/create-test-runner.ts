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
import type { BrokerClock, Publisher } from '@lethe/messaging';
import { describeError, Metrics, type Logger } from '@lethe/observability';
import { Sandbox } from '@lethe/sandbox';
import { RunnerMetrics } from './runner-metrics.js';
import { TestRunner } from './runs/test-runner.js';
import type { TestRunnerSettings } from './test-runner.config.js';

export interface CreateTestRunnerOptions {
  readonly config: TestRunnerSettings;
  readonly database: DatabaseConnection;
  readonly secrets: SecretBox;
  readonly publisher: Publisher;
  readonly topicPrefix: string;
  readonly logger: Logger;
  /** What is counted; nothing when absent. */
  readonly metrics?: Metrics;
  /** The broker's clock, by which records on the topic are dated. */
  readonly clock: Pick<BrokerClock, 'now'>;
}

export interface RunningTestRunner {
  readonly runner: TestRunner;
  /** Lets go of threads and connections. Call it when nothing is in hand any more. */
  close(): Promise<void>;
}

/** Puts the test runner together from its real parts. Threads start when they are needed. */
export function createTestRunner(options: CreateTestRunnerOptions): RunningTestRunner {
  const { config, database, secrets, publisher, topicPrefix, logger, clock } = options;
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
    publisher,
    topicPrefix,
    maxRuns: config.LETHE_TEST_RUNS,
    logger,
    clock,
    metrics,
    parts: {
      findTarget: (...asked) => catalog.findTestTarget(...asked),
      findTransformationTarget: (...asked) => catalog.findTransformationTarget(...asked),
      openConfig: (sealed, runId) => openConfig(secrets, sealed, runId),
      runUserCode: (run, options) => metrics.userCode(() => sandbox.run(run, options)),
      providerOf: (type) => providers[findDefinition(type)?.provider ?? 'none'],
      deliver,
      metrics,
      onDefect: (stage, error) => {
        logger.error({ stage, error: describeError(error) }, 'a stage failed for a reason of ours');
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
        'The configuration that came with this run cannot be opened: the test runner has another LETHE_SECRET_KEY than the gateway. Tell whoever runs this service.',
    });
  }
  return JSON.parse(text) as JsonObject;
}

/** Overrides open for their own run only. */
function overridePlace(runId: string) {
  return { workspaceId: '', kind: 'override', id: runId } as const;
}
