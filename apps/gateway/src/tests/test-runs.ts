import { randomUUID } from 'node:crypto';
import type { SecretBox } from '@lethe/catalog';
import {
  EVENT_TYPES,
  isObject,
  type JsonObject,
  jsonOf,
  LetheError,
  TEST_RUN_TIMES,
  type TestedVersions,
  type TestRequest,
  type TestResult,
  type TestRunRequested,
  type TestRunResult,
  TOPICS,
  type TransformationTested,
  type TransformationTestRequested,
  type TransformationTestResult,
  type UntestedDestination,
} from '@lethe/contracts';
import { Tally, withDeadline } from '@lethe/resilience';
import type { ReceivedRecord } from '@lethe/messaging';
import { currentTraceparent } from '@lethe/observability';
import type { GatewaySettings } from '../config/gateway.config.js';
import type { SendTestRequest } from './send-test-request.js';

export interface WantedTestRun extends Pick<
  TestRunRequested,
  | 'requestId'
  | 'workspaceId'
  | 'sourceId'
  | 'destinationIds'
  | 'unsavedType'
  | 'savedAt'
  | 'stages'
  | 'message'
> {
  readonly mayMoveSecrets: boolean;
  readonly destinationConfig?: JsonObject;
}

/** A requested test of a saved or unsaved transformation. */
export interface WantedTransformationTest extends Pick<
  TransformationTestRequested,
  'requestId' | 'workspaceId' | 'savedAt' | 'transformationTest'
> {
  readonly mayMoveSecrets: boolean;
  readonly mayReadCatalog: boolean;
}

export interface TestRunsOptions {
  readonly send: SendTestRequest;
  /** Returns whether this gateway reads all results that are published from now on. */
  readonly isReading: () => boolean;
  /** Encrypts the overrides of a run. */
  readonly secrets: Pick<SecretBox, 'seal'>;
  readonly config: Pick<GatewaySettings, 'LETHE_MAX_TEST_RUNS' | 'LETHE_TEST_RUN_TIMEOUT'>;
}

type Result = TestResult | UntestedDestination;

/** A request without the members that `TestRuns` sets. */
type Unsent<Request> = Omit<Request, 'runId' | 'deadline'>;

/** Receives the tested versions of a destination and of its transformation. */
export type TakeVersions = (destinationId: string, versions: TestedVersions) => void;

/** A result of a runner. A result that was read from the topic can have any members. */
type PublishedResult = Partial<TestRunResult & TransformationTested>;
type TakeResult = (published: PublishedResult) => void;

/**
 * Test runs that wait for results at this gateway. A run is published once. Every gateway reads all
 * records of the results topic, and uses the records with the ids of its runs.
 */
export class TestRuns {
  private readonly pending = new Map<string, TakeResult>();
  /** Number of waiting runs by workspace. */
  private readonly waiting = new Tally<string>();

  constructor(private readonly options: TestRunsOptions) {}

  /**
   * @param onVersions called for each destination before the results are returned
   * @returns a result for each destination, in the order of the request
   * @throws LetheError `too_many_requests` if too many runs of the workspace wait, `unavailable` if
   * the run cannot be published, `test_run_timeout` if results are late
   */
  run(wanted: WantedTestRun, onVersions?: TakeVersions): Promise<Result[]> {
    return this.withSlot(wanted.workspaceId, () => this.runNow(wanted, onVersions));
  }

  /**
   * @param signal aborted when the caller disconnects; the gateway then notifies the runner, which
   * can stop the test
   * @throws LetheError as `run`; `not_found` if the transformation or destination no longer exists;
   * the reason of the signal
   */
  testTransformation(
    wanted: WantedTransformationTest,
    signal: AbortSignal,
  ): Promise<TransformationTestResult> {
    return this.withSlot(wanted.workspaceId, () => this.testNow(wanted, signal));
  }

  private async withSlot<T>(workspaceId: string, work: () => Promise<T>): Promise<T> {
    if (!this.options.isReading()) throw new LetheError('unavailable');
    if (this.waiting.of(workspaceId) >= this.options.config.LETHE_MAX_TEST_RUNS) {
      throw new LetheError('too_many_requests', { message: TOO_MANY_RUNS });
    }
    this.waiting.add(workspaceId, 1);
    try {
      return await work();
    } finally {
      this.waiting.add(workspaceId, -1);
    }
  }

  /** Reads a record of the results topic. Ignores late results, and results for other gateways. */
  handleResult({ key, value }: Pick<ReceivedRecord, 'key' | 'value'>): void {
    const take = this.pending.get(key ?? '');
    if (take === undefined || value === null) return;
    const published = readObject(value);
    if (published !== undefined) take(published);
  }

  /** Takes a result of a runner in this process. Ignores late results. */
  takeResult(result: TestRunResult | TransformationTested): void {
    this.pending.get(result.runId)?.(result);
  }

  private async runNow(
    wanted: WantedTestRun,
    onVersions: TakeVersions | undefined,
  ): Promise<Result[]> {
    const ids = new Set(wanted.destinationIds);
    const results = new Map<string, Result>();
    const { destinationConfig, ...rest } = wanted;
    const request = (runId: string) => ({
      ...rest,
      ...(destinationConfig === undefined
        ? {}
        : { sealedConfig: this.seal(runId, destinationConfig) }),
    });
    await this.publishRun(wanted, EVENT_TYPES.testRunRequested, request, (done) => (published) => {
      const { destinationId = '', result, versions } = published;
      if (typeof result !== 'object' || (result as unknown) === null) return;
      if (!ids.has(destinationId) || results.has(destinationId)) return;
      results.set(destinationId, result);
      if (versions !== undefined) onVersions?.(destinationId, versions);
      if (results.size === ids.size) done();
    });
    return wanted.destinationIds.flatMap((id) => results.get(id) ?? []);
  }

  private async testNow(
    wanted: WantedTransformationTest,
    signal: AbortSignal,
  ): Promise<TransformationTestResult> {
    signal.throwIfAborted();
    let tested: TransformationTested['tested'] | undefined;
    const type = EVENT_TYPES.transformationTestRequested;
    await this.publishRun(
      wanted,
      type,
      () => wanted,
      (done) => (published) => {
        if (typeof published.tested !== 'object' || (published.tested as unknown) === null) return;
        ({ tested } = published);
        done();
      },
      signal,
    );
    if (tested === undefined) throw new Error('A test ended without its result.');
    if ('results' in tested) return tested;
    throw new LetheError(tested.code, { message: tested.message });
  }

  /**
   * Publishes a run and waits until its results are complete.
   *
   * @param toRequest returns the request for the run's id
   * @param createReceiver returns the receiver of results, which calls `done` when they are
   * complete
   */
  private async publishRun(
    wanted: { readonly requestId: string },
    type: string,
    toRequest: (runId: string) => Unsent<TestRunRequested> | Unsent<TransformationTestRequested>,
    createReceiver: (done: () => void) => TakeResult,
    signal?: AbortSignal,
  ): Promise<void> {
    const timeoutAt = Date.now() + this.options.config.LETHE_TEST_RUN_TIMEOUT * 1_000;
    const runId = randomUUID();
    const complete = new Promise<void>((done, refuse) => {
      this.pending.set(runId, createReceiver(done));
      signal?.addEventListener('abort', () => {
        refuse(signal.reason as Error);
      });
    });
    complete.catch(() => undefined); // the promise can be rejected before it is awaited
    try {
      const deadline = timeoutAt - TEST_RUN_TIMES.resultTransfer;
      await this.publish(wanted, type, { runId, deadline, ...toRequest(runId) });
      await withDeadline(complete, timeoutAt - Date.now(), () => {
        throw new LetheError('test_run_timeout');
      });
    } catch (error) {
      if (signal?.aborted === true) {
        const canceled = { runId, canceled: true } as const;
        // If this record cannot be published, the test ends at its deadline.
        this.publish(wanted, EVENT_TYPES.testRunCanceled, canceled).catch(() => undefined);
      }
      throw error;
    } finally {
      this.pending.delete(runId);
    }
  }

  private async publish(
    { requestId }: { readonly requestId: string },
    type: string,
    request: TestRequest,
  ): Promise<void> {
    const traceparent = currentTraceparent();
    const event = {
      id: request.runId,
      type,
      source: TOPICS.testRequests.source,
      time: new Date().toISOString(),
      requestId,
      ...('deadline' in request && { timeLeftMs: Math.max(0, request.deadline - Date.now()) }),
      ...(traceparent === undefined ? {} : { traceparent }),
    };
    try {
      await this.options.send(event, request);
    } catch (cause) {
      throw new LetheError('unavailable', { message: NOT_PUBLISHED, cause });
    }
  }

  private seal(runId: string, config: JsonObject): string {
    const place = { workspaceId: '', kind: 'override', id: runId } as const;
    return this.options.secrets.seal(JSON.stringify(config), place);
  }
}

const TOO_MANY_RUNS =
  'Too many test runs of this workspace are in progress. Wait until one ends, then repeat the request.';
const NOT_PUBLISHED =
  'It is unknown whether a test runner got the test. Check whether the destination got the event before you repeat the request.';

/** Returns `undefined` for unexpected content, which must not stop the reading of the topic. */
function readObject(value: Buffer): PublishedResult | undefined {
  const read = jsonOf(value);
  return isObject(read) ? read : undefined; // without this result, the run waits until its deadline
}
