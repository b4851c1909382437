import { randomUUID } from 'node:crypto';
import type { SecretBox } from '@lethe/catalog';
import {
  EVENT_TYPES,
  LetheError,
  TEST_RUN_TIMES,
  topicName,
  TOPICS,
  type JsonObject,
  type TestResult,
  type TestRunRequested,
  type TestRunResult,
  type UntestedDestination,
} from '@lethe/contracts';
import { withDeadline } from '@lethe/resilience';
import { toCloudEventRecord, type Publisher, type ReceivedRecord } from '@lethe/messaging';
import { presentTraceparent, tracePublisher } from '@lethe/tracing';

/** What a caller wants to have tested. */
export interface WantedTestRun extends Pick<
  TestRunRequested,
  'requestId' | 'workspaceId' | 'sourceId' | 'destinationIds' | 'stages' | 'message'
> {
  readonly mayMoveSecrets: boolean;
  readonly destinationConfig?: JsonObject;
}

export interface TestRunsOptions {
  readonly publisher: Publisher;
  /** Whether results that are published from now on will be seen. */
  readonly isReading: () => boolean;
  /** Encrypts the overrides of a run. */
  readonly secrets: Pick<SecretBox, 'seal'>;
  readonly topicPrefix: string;
  /** Runs of one workspace that are waited for at once. Default 128. */
  readonly maxPerWorkspace?: number;
  /** From the request to the moment at which nobody waits any more. Default 30,000. */
  readonly timeoutMs?: number;
}

type Result = TestResult | UntestedDestination;

/** Milliseconds that the runner's last results have to come back. */
const WAY_BACK_MS = TEST_RUN_TIMES.answer - TEST_RUN_TIMES.run;

interface PendingRun {
  readonly results: Map<string, Result>;
  readonly wanted: ReadonlySet<string>;
  readonly done: () => void;
}

/**
 * Test runs that this gateway waits for. A run is published once; its results come back on a topic
 * that every gateway reads whole, and are matched by the run's id.
 */
export class TestRuns {
  private readonly pending = new Map<string, PendingRun>();
  /** Workspace → how many of its runs are waited for. */
  private readonly waiting = new Map<string, number>();
  private readonly topic: string;
  private readonly publisher: Publisher;

  constructor(private readonly options: TestRunsOptions) {
    this.topic = topicName(options.topicPrefix, TOPICS.testRequests);
    this.publisher = tracePublisher(options.publisher);
  }

  /**
   * @returns a result for each destination, in the order of the request
   * @throws LetheError `too_many_requests` when too many runs of the workspace are waited for,
   *   `unavailable` when the run cannot be handed over, `test_run_timeout` when the results do not
   *   come in time
   */
  async run(wanted: WantedTestRun): Promise<Result[]> {
    if (!this.options.isReading()) throw new LetheError('unavailable');
    const { workspaceId } = wanted;
    const others = this.waiting.get(workspaceId) ?? 0;
    if (others >= (this.options.maxPerWorkspace ?? MAX_PER_WORKSPACE)) {
      throw new LetheError('too_many_requests', { message: TOO_MANY_RUNS });
    }
    this.waiting.set(workspaceId, others + 1);
    try {
      return await this.runNow(wanted);
    } finally {
      const left = (this.waiting.get(workspaceId) ?? 1) - 1;
      if (left > 0) this.waiting.set(workspaceId, left);
      else this.waiting.delete(workspaceId);
    }
  }

  /** Takes a record of the results topic. Those of other gateways, and late ones, are left alone. */
  handleResult({ key, value }: Pick<ReceivedRecord, 'key' | 'value'>): void {
    const run = this.pending.get(key ?? '');
    if (run === undefined || value === null) return;
    const read = readResult(value);
    if (read === undefined) return;
    const { destinationId, result } = read;
    if (!run.wanted.has(destinationId) || run.results.has(destinationId)) return;
    run.results.set(destinationId, result);
    if (run.results.size === run.wanted.size) run.done();
  }

  private async runNow(wanted: WantedTestRun): Promise<Result[]> {
    const giveUpAt = Date.now() + (this.options.timeoutMs ?? TEST_RUN_TIMES.answer);
    const runId = randomUUID();
    const results = new Map<string, Result>();
    const complete = new Promise<void>((done) => {
      this.pending.set(runId, { results, wanted: new Set(wanted.destinationIds), done });
    });
    try {
      await this.publish(runId, wanted, giveUpAt - WAY_BACK_MS);
      await withDeadline(complete, giveUpAt - Date.now(), () => {
        throw new LetheError('test_run_timeout');
      });
    } finally {
      this.pending.delete(runId);
    }
    return wanted.destinationIds.flatMap((id) => results.get(id) ?? []);
  }

  private async publish(runId: string, wanted: WantedTestRun, deadline: number): Promise<void> {
    const { destinationConfig, ...rest } = wanted;
    const value: TestRunRequested = {
      runId,
      deadline,
      ...rest,
      ...(destinationConfig === undefined
        ? {}
        : { sealedConfig: this.seal(runId, destinationConfig) }),
    };
    const traceparent = presentTraceparent();
    const event = {
      id: runId,
      type: EVENT_TYPES.testRunRequested,
      source: TOPICS.testRequests.source,
      time: new Date().toISOString(),
      requestId: wanted.requestId,
      timeLeftMs: Math.max(0, deadline - Date.now()),
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

const MAX_PER_WORKSPACE = 128;
const TOO_MANY_RUNS =
  'Too many test runs of this workspace are under way. Wait until some of them have ended.';
const NOT_HANDED_OVER =
  'The test could not be handed to a runner, and nobody knows whether it was. Send it again if the destination has not got the event.';

/** What others write to the topic must not end our reading of it. */
function readResult(value: Buffer): TestRunResult | undefined {
  try {
    const read = JSON.parse(value.toString()) as Partial<TestRunResult> | null;
    const { result } = read ?? {};
    return typeof result === 'object' && (result as unknown) !== null
      ? (read as TestRunResult)
      : undefined;
  } catch {
    return undefined; // the run goes on without this result, until its deadline
  }
}
