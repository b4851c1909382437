import {
  EVENT_TYPES,
  testRunRequestedSchema,
  topicName,
  TOPICS,
  type TestRunRequested,
  type TestRunResult,
} from '@lethe/contracts';
import { toCloudEventRecord, type BrokerClock, type Publisher } from '@lethe/messaging';
import { describeError, type Logger } from '@lethe/observability';
import { FairSlots } from '@lethe/resilience';
import { continueTraces, presentTraceparent, tracePublisher, type OpenSpan } from '@lethe/tracing';
import type { RunnerMetrics } from '../runner-metrics.js';
import { localDeadline, type TestRequestRecord } from './local-deadline.js';
import { runTest, type RunResult } from './run-test.js';
import type { TestRunParts } from '../stages/test-context.js';

export interface TestRunnerOptions {
  readonly parts: TestRunParts;
  /** Where the results go. */
  readonly publisher: Publisher;
  readonly topicPrefix: string;
  /** Most runs at work; one workspace has a quarter of them, and has as many waiting. */
  readonly maxRuns: number;
  readonly logger: Logger;
  /** The broker's clock, by which records on the topic are dated. */
  readonly clock: Pick<BrokerClock, 'now'>;
  /** What is counted; nothing when absent. */
  readonly metrics?: Pick<RunnerMetrics, 'begin' | 'end' | 'waited'>;
}

/** Takes test runs from wherever they come and publishes what came of them. Keeps no state. */
export class TestRunner {
  private readonly resultsTopic: string;
  private readonly publisher: Publisher;
  private readonly turns: FairSlots;

  constructor(private readonly options: TestRunnerOptions) {
    const { maxRuns } = options;
    const perOwner = Math.ceil(maxRuns / 4);
    this.turns = new FairSlots({ slots: maxRuns, perOwner, maxWaiting: maxRuns });
    this.publisher = tracePublisher(options.publisher);
    this.resultsTopic = topicName(options.topicPrefix, TOPICS.testResults);
  }

  /**
   * Runs one request. Returns when its results are published; never rejects, as nobody would
   * repeat it.
   *
   * @param taken resolves when the record is ours alone
   */
  handle(record: TestRequestRecord, taken: Promise<void>): Promise<void> {
    const attributes = { 'messaging.operation.type': 'process' } as const;
    return continueTraces(
      [record.headers.traceparent],
      'test run',
      { side: 'consumer', attributes },
      (span) => this.run(record, taken, span),
    );
  }

  private async run(
    record: TestRequestRecord,
    taken: Promise<void>,
    span: OpenSpan,
  ): Promise<void> {
    const { parts, logger, clock, metrics } = this.options;
    metrics?.begin();
    const request = this.parse(record.value);
    if (request === undefined) {
      metrics?.end('unreadable');
      span.fail('unreadable');
      return;
    }
    const { runId, requestId } = request;
    span.note({ 'lethe.workspace.id': request.workspaceId });
    const started = Date.now();
    try {
      const deadline = await localDeadline(request, record, clock);
      const outcome = await runTest(
        parts,
        { ...request, deadline },
        {
          taken,
          turns: this.turns,
          onTurn: () => metrics?.waited((Date.now() - started) / 1_000),
          onResult: (destinationId, result) => this.publish(request, destinationId, result),
        },
      );
      const destinations = request.destinationIds.length;
      metrics?.end(outcome);
      if (outcome === 'late') span.fail(outcome);
      logger.info(
        { runId, requestId, destinations, ms: Date.now() - started },
        outcome === 'late' ? 'a test run came too late' : 'test run done',
      );
    } catch (error) {
      metrics?.end('failed');
      span.fail('no_answer');
      logger.warn({ runId, requestId, error: describeError(error) }, 'a test run has no answer');
    }
  }

  private parse(value: Buffer | null): TestRunRequested | undefined {
    try {
      return testRunRequestedSchema.parse(JSON.parse(value?.toString() ?? ''));
    } catch {
      // Nothing of the record is logged: it may hold somebody's event.
      this.options.logger.warn('a test request is not readable and was left out');
      return undefined;
    }
  }

  private async publish(
    { runId, requestId }: TestRunRequested,
    destinationId: string,
    result: RunResult,
  ): Promise<void> {
    const traceparent = presentTraceparent();
    const event = {
      id: `${runId}/${destinationId}`,
      type: EVENT_TYPES.testRunResult,
      source: TOPICS.testResults.source,
      time: new Date().toISOString(),
      requestId,
      ...(traceparent === undefined ? {} : { traceparent }),
    };
    const value: TestRunResult = { runId, destinationId, result };
    await this.publisher.publish([toCloudEventRecord(this.resultsTopic, runId, event, value)]);
  }
}
