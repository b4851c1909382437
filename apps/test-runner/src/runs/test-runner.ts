import {
  EVENT_TYPES,
  jsonOf,
  type TestRequest,
  testRequestSchema,
  type TestRunRequested,
  type TestRunResult,
  TOPICS,
  type TransformationTested,
  type TransformationTestRequested,
} from '@lethe/contracts';
import type { BrokerClock } from '@lethe/messaging';
import {
  continueTraces,
  describeError,
  currentTraceparent,
  type Logger,
  type OpenSpan,
} from '@lethe/observability';
import { FairSlots } from '@lethe/resilience';
import type { RunnerMetrics } from '../runner-metrics.js';
import { localDeadline, type TestRequestRecord } from './local-deadline.js';
import { runTest } from './run-test.js';
import type { SendResult } from './send-result.js';
import type { TestRunParts } from '../stages/test-context.js';
import { runTransformationTest } from './run-transformation-test.js';

export interface TestRunnerOptions {
  readonly parts: TestRunParts;
  readonly send: SendResult;
  /**
   * Maximum number of runs at the same time. One workspace can use a quarter of them. Up to
   * `maxRuns` more runs of the workspace can wait.
   */
  readonly maxRuns: number;
  readonly logger: Logger;
  /**
   * The clock of the broker, which sets the times of the records on the topic. Absent if all
   * requests come from this process.
   */
  readonly clock?: Pick<BrokerClock, 'now'>;
  /** Default: no metrics. */
  readonly metrics?: Pick<RunnerMetrics, 'begin' | 'end' | 'waited'>;
}

/** Runs tests and publishes their results. */
export class TestRunner {
  private readonly turns: FairSlots;
  /** By run id, the controller that ends a test of a transformation when its caller leaves. */
  private readonly cancelable = new Map<string, AbortController>();

  constructor(private readonly options: TestRunnerOptions) {
    const { maxRuns } = options;
    const perOwner = Math.ceil(maxRuns / 4);
    this.turns = new FairSlots({ slots: maxRuns, perOwner, maxWaiting: maxRuns });
  }

  /**
   * Runs one request. Returns when its results are published. Never rejects, because no caller
   * would repeat the request.
   *
   * @param taken resolves when the record belongs only to this runner
   */
  handle(record: TestRequestRecord, taken: Promise<void>): Promise<void> {
    const { clock } = this.options;
    return inTrace(record.headers.traceparent, (span) =>
      this.run(this.parse(record.value), { taken, span }, (request) =>
        clock === undefined ? request.deadline : localDeadline(request, record, clock),
      ),
    );
  }

  /**
   * Runs a request of this process. See `handle`.
   *
   * @param traceparent of the span that sends the request; undefined if there is no trace
   */
  handleHere(request: TestRequest, traceparent: string | undefined): Promise<void> {
    return inTrace(traceparent, (span) =>
      this.run(request, { taken: Promise.resolve(), span }, ({ deadline }) => deadline),
    );
  }

  /**
   * @param request undefined if the record cannot be read
   * @param deadlineOf returns the deadline of a run by the clock of this machine
   */
  private async run(
    request: TestRequest | undefined,
    { taken, span }: { readonly taken: Promise<void>; readonly span: OpenSpan },
    deadlineOf: (request: Pick<TestRunRequested, 'deadline'>) => number | Promise<number>,
  ): Promise<void> {
    const { parts, logger, metrics } = this.options;
    if (request !== undefined && 'canceled' in request) {
      this.cancelable.get(request.runId)?.abort();
      return;
    }
    metrics?.begin();
    if (request === undefined) {
      metrics?.end('unreadable');
      span.fail('unreadable');
      return;
    }
    const { runId, requestId } = request;
    span.note({ 'lethe.workspace.id': request.workspaceId });
    const started = Date.now();
    try {
      const deadline = await deadlineOf(request);
      const timely = { ...request, deadline };
      const onStart = () => metrics?.waited((Date.now() - started) / 1_000);
      const outcome =
        'transformationTest' in timely
          ? await this.testTransformation(timely, onStart)
          : await runTest(parts, timely, {
              ...{ taken, onStart, slots: this.turns },
              onResult: (destinationId, result, versions) =>
                this.publishResult(
                  request,
                  EVENT_TYPES.testRunResult,
                  `${runId}/${destinationId}`,
                  {
                    ...{ runId, destinationId, result },
                    ...(versions && { versions }),
                  },
                ),
            });
      metrics?.end(outcome);
      if (outcome === 'late') span.fail(outcome);
      logger.info(
        { runId, requestId, ...sizeOf(request), ms: Date.now() - started },
        OUTCOME_TEXTS[outcome],
      );
    } catch (error) {
      metrics?.end('failed');
      span.fail('no_answer');
      logger.warn(
        { runId, requestId, error: describeError(error) },
        'a test run failed and has no answer',
      );
    }
  }

  private async testTransformation(
    request: TransformationTestRequested,
    onStart: () => void,
  ): Promise<'done' | 'late' | 'canceled'> {
    const { runId } = request;
    const cancel = new AbortController();
    this.cancelable.set(runId, cancel);
    try {
      const tested = await runTransformationTest(this.options.parts, request, {
        ...{ onStart, turns: this.turns, canceled: cancel.signal },
      });
      if (typeof tested === 'string') return tested;
      await this.publishResult(request, EVENT_TYPES.transformationTested, runId, { runId, tested });
      return 'done';
    } finally {
      this.cancelable.delete(runId);
    }
  }

  private parse(value: Buffer | null): TestRequest | undefined {
    const { data } = testRequestSchema.safeParse(jsonOf(value));
    // No part of the record is logged, because it can contain the event of a user.
    if (!data) this.options.logger.warn('a test request cannot be read and was skipped');
    return data;
  }

  private async publishResult(
    { requestId }: Pick<TestRunRequested, 'requestId'>,
    type: string,
    id: string,
    value: TestRunResult | TransformationTested,
  ): Promise<void> {
    const traceparent = currentTraceparent();
    const event = {
      ...{ id, type, requestId },
      source: TOPICS.testResults.source,
      time: new Date().toISOString(),
      ...(traceparent === undefined ? {} : { traceparent }),
    };
    await this.options.send(event, value);
  }
}

function inTrace(
  traceparent: string | undefined,
  work: (span: OpenSpan) => Promise<void>,
): Promise<void> {
  const attributes = { 'messaging.operation.type': 'process' } as const;
  return continueTraces([traceparent], 'test run', { side: 'consumer', attributes }, work);
}

const OUTCOME_TEXTS = {
  done: 'test run done',
  late: 'a test run arrived after its deadline',
  canceled: 'a test run was canceled by its caller',
} as const;

function sizeOf(request: TestRunRequested | TransformationTestRequested) {
  return 'transformationTest' in request
    ? { events: request.transformationTest.events.length }
    : { destinations: request.destinationIds.length };
}
