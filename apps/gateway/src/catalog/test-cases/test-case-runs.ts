import { setMaxListeners } from 'node:events';
import type { TestCaseResultDto, TestCaseRunDto } from '@lethe/api/catalog';
import type { TestCaseTable, TokenIdentity } from '@lethe/catalog';
import {
  FIXED_LIMITS,
  LetheError,
  TEST_RUN_TIMES,
  type TestCaseContent,
  type TestCaseOutput,
} from '@lethe/contracts';
import { Comparisons, ThreadEndedError } from '@lethe/sandbox';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { GatewaySettings } from '../../config/gateway.config.js';
import { GATEWAY } from '../../operations/controller-of.js';
import {
  TransformationTests,
  type TestParts,
  type TransformationTest,
} from '../../tests/transformation-tests.js';

export interface NamedCase {
  readonly id: string;
  readonly name: string;
}

export interface CaseOfRun extends NamedCase {
  /** Content of a case that is not saved. If absent, the content is read from the table. */
  readonly content?: TestCaseContent;
}

export interface TestCaseRun {
  readonly identity: TokenIdentity;
  readonly requestId: string;
  readonly table: Pick<TestCaseTable, 'find'>;
  readonly cases: readonly CaseOfRun[];
  /** Transformation or destination that every case runs on. */
  readonly target: Pick<TransformationTest, 'code' | 'transformationId' | 'destinationId'>;
  /** Reason why Lethe cannot turn events into requests for the target; `undefined` if it can. */
  readonly untestable: string | undefined;
  /** Aborted when the caller disconnects. */
  readonly ended: AbortSignal;
}

/**
 * Maximum cases that run at once. It is far below the number of test runs that one workspace can
 * have at once.
 */
const SIDE_BY_SIDE = 8;
const NO_TIME =
  'Not run: the request reached its time limit. Run the remaining cases by their ids.';
const TOO_LARGE =
  'Not compared: the comparison needs too much time or memory. Make the event or the expected output smaller.';
const GONE = 'Not run: this test case was deleted during the run.';

/**
 * Runs each test case as a separate test, so that a case that hangs or fails does not stop the
 * other cases. Nothing is sent to destinations.
 */
@Injectable()
export class TestCaseRuns implements OnApplicationShutdown {
  private readonly tests: TransformationTests;
  private readonly timeoutMs: number;
  private readonly comparisons = new Comparisons(FIXED_LIMITS.pageBytes);

  constructor(
    @Inject(GATEWAY)
    parts: TestParts & { readonly config: Pick<GatewaySettings, 'LETHE_TEST_RUN_TIMEOUT'> },
  ) {
    this.tests = new TransformationTests(parts);
    const { LETHE_TEST_RUN_TIMEOUT } = parts.config;
    // The run ends earlier than the request, so that the answer can contain the results so far.
    this.timeoutMs = LETHE_TEST_RUN_TIMEOUT * 1_000 - TEST_RUN_TIMES.resultTransfer;
  }

  onApplicationShutdown(): Promise<void> {
    return this.comparisons.close();
  }

  /**
   * @returns a result for each case, in the order of the cases
   * @throws LetheError `unavailable` if no test can run; the reason of `ended`
   */
  async run(run: TestCaseRun): Promise<TestCaseRunDto> {
    const end = new AbortController();
    const timer = setTimeout(() => {
      end.abort(new LetheError('test_run_timeout', { message: NO_TIME }));
    }, this.timeoutMs);
    const signal = AbortSignal.any([run.ended, end.signal]);
    // Node.js reports more than 10 listeners as a leak.
    setMaxListeners(FIXED_LIMITS.testCases, signal);
    const results: TestCaseResultDto[] = [];
    const space = { bytes: FIXED_LIMITS.pageBytes };
    const remaining = run.cases.entries();
    const work = async (): Promise<void> => {
      for (const [index, testCase] of remaining) {
        results[index] = fitting(await this.resultOf(run, testCase, signal), space);
      }
    };
    try {
      await Promise.all(Array.from({ length: SIDE_BY_SIDE }, work));
    } finally {
      clearTimeout(timer);
      end.abort(new LetheError('unavailable')); // stops the other cases if one case threw
    }
    const count = (status: TestCaseResultDto['status']): number =>
      results.filter((result) => result.status === status).length;
    return { passed: count('passed'), failed: count('failed'), errors: count('error'), results };
  }

  private async resultOf(
    run: TestCaseRun,
    { id, name, content }: CaseOfRun,
    signal: AbortSignal,
  ): Promise<TestCaseResultDto> {
    try {
      signal.throwIfAborted();
      const testCase = content ?? (await run.table.find(run.identity.workspaceId, id));
      if (testCase === undefined) return { id, name, status: 'error', error: { message: GONE } };
      return { id, name, ...(await this.outcomeOf(run, testCase, signal)) };
    } catch (error) {
      const concernsAll = run.ended.aborted || !(error instanceof LetheError);
      if (concernsAll || error.code === 'unavailable') throw error;
      return { id, name, status: 'error', error: { message: error.message } };
    }
  }

  private async outcomeOf(
    { identity, requestId, target, untestable }: TestCaseRun,
    { event, stages, ...wanted }: TestCaseContent,
    signal: AbortSignal,
  ): Promise<Omit<TestCaseResultDto, 'id' | 'name'>> {
    const destTransform = stages.includes('dest_transform');
    if (destTransform && untestable !== undefined) {
      return { status: 'error', error: { message: untestable } };
    }
    const userTransform = stages.includes('user_transform');
    const test = { ...target, stages: { userTransform, destTransform }, events: [event] };
    const { results, versions } = await this.tests.run(identity, requestId, test, signal);
    const ran = versions === undefined ? {} : { versions };
    const [tested] = results;
    if (tested === undefined) throw new Error('A test of one event ended without its result.');
    if (tested.error !== undefined) return { status: 'error', error: tested.error, ...ran };
    const options = { owner: identity.workspaceId, signal };
    return { ...(await this.compared(wanted, tested.output, options)), ...ran };
  }

  private async compared(
    { expected, ignore }: Pick<TestCaseContent, 'expected' | 'ignore'>,
    actual: readonly TestCaseOutput[],
    options: { readonly owner: string; readonly signal: AbortSignal },
  ): Promise<Omit<TestCaseResultDto, 'id' | 'name'>> {
    try {
      const { diff } = await this.comparisons.compare({ expected, actual, ignore }, options);
      if (diff.length === 0) return { status: 'passed' };
      return { status: 'failed', actual: [...actual], diff: [...diff] };
    } catch (error) {
      if (!(error instanceof ThreadEndedError)) throw error;
      if (error.reason === 'queue') throw new LetheError('unavailable', { cause: error });
      return { status: 'error', error: { message: TOO_LARGE } };
    }
  }
}

/**
 * Omits the output if the answer would become larger than a page. The first output is never
 * omitted.
 */
function fitting(result: TestCaseResultDto, space: { bytes: number }): TestCaseResultDto {
  const { actual, diff, ...verdict } = result;
  if (actual === undefined) return result;
  const bytes = Buffer.byteLength(JSON.stringify([actual, diff]));
  if (bytes > space.bytes && space.bytes < FIXED_LIMITS.pageBytes)
    return { ...verdict, leftOut: true };
  space.bytes -= bytes;
  return result;
}
