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
  type TestResult,
  type TestRunRequested,
  type TestRunResult,
  topicName,
  TOPICS,
  type TransformationTested,
  type TransformationTestRequested,
  type TransformationTestResult,
  type UntestedDestination,
} from '@lethe/contracts';
import { Tally, withDeadline } from '@lethe/resilience';
import { toCloudEventRecord, type Publisher, type ReceivedRecord } from '@lethe/messaging';
import { presentTraceparent, withTraceparent } from '@lethe/observability';
import type { GatewaySettings } from '../config/gateway.config.js';

/** What a caller wants to have tested. */
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

/** A test of a transformation, saved or not. */
export interface WantedTransformationTest extends Pick<
  TransformationTestRequested,
  'requestId' | 'workspaceId' | 'savedAt' | 'transformationTest'
> {
  readonly mayMoveSecrets: boolean;
  readonly mayReadCatalog: boolean;
}

export interface TestRunsOptions {
  readonly publisher: Publisher;
  /** Whether results that are published from now on will be seen. */
  readonly isReading: () => boolean;
  /** Encrypts the overrides of a run. */
  readonly secrets: Pick<SecretBox, 'seal'>;
  readonly topicPrefix: string;
  readonly config: Pick<GatewaySettings, 'LETHE_MAX_TEST_RUNS' | 'LETHE_TEST_RUN_TIMEOUT'>;
}

type Result = TestResult | UntestedDestination;

/** Gets what of the workspace was in effect in the test of a destination. */
export type TakeVersions = (destinationId: string, versions: TestedVersions) => void;

/** Takes what was published of a run, whatever that is. */
type TakeResult = (published: Partial<TestRunResult & TransformationTested>) => void;

/**
 * Test runs that this gateway waits for. A run is published once; its results come back on a topic
 * that every gateway reads whole, and are matched by the run's id.
 */
export class TestRuns {
  private readonly pending = new Map<string, TakeResult>();
  /** Workspace → how many of its runs are waited for. */
  private readonly waiting = new Tally<string>();
  private readonly topic: string;
  private readonly publisher: Publisher;

  constructor(private readonly options: TestRunsOptions) {
    this.topic = topicName(options.topicPrefix, TOPICS.testRequests);
    this.publisher = withTraceparent(options.publisher);
  }

  /**
   * @param onVersions called before this returns
   * @returns a result for each destination, in the order of the request
   * @throws LetheError `too_many_requests` when too many runs of the workspace are waited for,
   *   `unavailable` when the run cannot be handed over, `test_run_timeout` when the results do not
   *   come in time
   */
  run(wanted: WantedTestRun, onVersions?: TakeVersions): Promise<Result[]> {
    return this.inItsPlace(wanted.workspaceId, () => this.runNow(wanted, onVersions));
  }

  /**
   * @param signal the caller has left: the runner is told, and need not go on
   * @throws LetheError as `run`, `not_found` when the transformation or destination is gone, and the signal's reason
   */
  testTransformation(
    wanted: WantedTransformationTest,
    signal: AbortSignal,
  ): Promise<TransformationTestResult> {
    return this.inItsPlace(wanted.workspaceId, () => this.testNow(wanted, signal));
  }

  private async inItsPlace<T>(workspaceId: string, work: () => Promise<T>): Promise<T> {
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

  /** Takes a record of the results topic. Those of other gateways, and late ones, are left alone. */
  handleResult({ key, value }: Pick<ReceivedRecord, 'key' | 'value'>): void {
    const take = this.pending.get(key ?? '');
    if (take === undefined || value === null) return;
    const published = readObject(value);
    if (published !== undefined) take(published);
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
    await this.handOver(wanted, EVENT_TYPES.testRunRequested, request, (done) => (published) => {
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
    await this.handOver(
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
   * @param toRequest gets the run's id
   * @param taking gets what to call once the results are complete
   */
  private async handOver(
    wanted: { readonly requestId: string },
    type: string,
    toRequest: (runId: string) => object,
    taking: (done: () => void) => TakeResult,
    signal?: AbortSignal,
  ): Promise<void> {
    const giveUpAt = Date.now() + this.options.config.LETHE_TEST_RUN_TIMEOUT * 1_000;
    const runId = randomUUID();
    const complete = new Promise<void>((done, refuse) => {
      this.pending.set(runId, taking(done));
      signal?.addEventListener('abort', () => {
        refuse(signal.reason as Error);
      });
    });
    complete.catch(() => undefined); // it may be refused before anybody waits
    try {
      const deadline = giveUpAt - TEST_RUN_TIMES.wayBack;
      await this.publish(wanted, type, { runId, deadline, ...toRequest(runId) });
      await withDeadline(complete, giveUpAt - Date.now(), () => {
        throw new LetheError('test_run_timeout');
      });
    } catch (error) {
      if (signal?.aborted === true) {
        const canceled = { runId, canceled: true };
        // It ends by itself otherwise.
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
    value: { readonly runId: string; readonly deadline?: number },
  ): Promise<void> {
    const { runId, deadline } = value;
    const traceparent = presentTraceparent();
    const event = {
      id: runId,
      type,
      source: TOPICS.testRequests.source,
      time: new Date().toISOString(),
      requestId,
      ...(deadline === undefined ? {} : { timeLeftMs: Math.max(0, deadline - Date.now()) }),
      ...(traceparent === undefined ? {} : { traceparent }),
    };
    try {
      await this.publisher.publish([toCloudEventRecord(this.topic, runId, event, value)]);
    } catch (cause) {
      throw new LetheError('unavailable', { message: NOT_HANDED_OVER, cause });
    }
  }

  private seal(runId: string, config: JsonObject): string {
    const place = { workspaceId: '', kind: 'override', id: runId } as const;
    return this.options.secrets.seal(JSON.stringify(config), place);
  }
}

const TOO_MANY_RUNS =
  'Too many test runs of this workspace are under way. Wait until some of them have ended.';
const NOT_HANDED_OVER =
  'The test could not be handed to a runner, and nobody knows whether it was. Send it again if the destination has not got the event.';

/** What others write to the topic must not end our reading of it. */
function readObject(value: Buffer): Parameters<TakeResult>[0] | undefined {
  const read = jsonOf(value);
  return isObject(read) ? read : undefined; // without this result, the run goes on until its deadline
}
