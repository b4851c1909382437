import { setMaxListeners } from 'node:events';
import type { TestCaseResultDto, TestCaseRunDto } from '@lethe/api/catalog';
import type { CatalogTestCase, TestCaseTable, TokenIdentity } from '@lethe/catalog';
import { FIXED_LIMITS, LetheError, TEST_RUN_TIMES, type TestCaseOutput } from '@lethe/contracts';
import { Comparisons, ThreadEndedError } from '@lethe/sandbox';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { GatewaySettings } from '../../config/gateway.config.js';
import { GATEWAY } from '../../operations/controller-of.js';
import {
  TransformationTests,
  type TestParts,
  type TransformationTest,
} from '../../tests/transformation-tests.js';

/** A test case by its name. */
export interface NamedCase {
  readonly id: string;
  readonly name: string;
}

export interface TestCaseRun {
  readonly identity: TokenIdentity;
  readonly requestId: string;
  readonly table: Pick<TestCaseTable, 'find'>;
  readonly cases: readonly NamedCase[];
  /** What every case runs on. */
  readonly target: Pick<TransformationTest, 'code' | 'transformationId' | 'destinationId'>;
  /** Why no requests can be made of events, where that is so. */
  readonly untestable: string | undefined;
  /** The caller has left. */
  readonly ended: AbortSignal;
}

/** Cases that run at once: enough for a quick run, and few of the places of a workspace. */
const SIDE_BY_SIDE = 8;
const NO_TIME =
  'Not run: the time of the request was over. Run the rest of the cases by their ids.';
const TOO_LARGE =
  'Not compared: it takes too long or too much memory. Make the event, or what is expected, smaller.';
const GONE = 'Not run: it was deleted meanwhile.';

/** Runs test cases, each as a test of its own: one that hangs or fails takes no other one with it. Nothing is sent. */
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
    // As a runner does, so that the caller gets what is known by then.
    this.timeoutMs = LETHE_TEST_RUN_TIMEOUT * 1_000 - TEST_RUN_TIMES.wayBack;
  }

  onApplicationShutdown(): Promise<void> {
    return this.comparisons.close();
  }

  /**
   * @returns a result for each case, in the order of the cases
   * @throws LetheError `unavailable` where nothing can be run, and the reason of `ended`
   */
  async run(run: TestCaseRun): Promise<TestCaseRunDto> {
    const over = new AbortController();
    const timer = setTimeout(() => {
      over.abort(new LetheError('test_run_timeout', { message: NO_TIME }));
    }, this.timeoutMs);
    const signal = AbortSignal.any([run.ended, over.signal]);
    setMaxListeners(FIXED_LIMITS.testCases, signal); // 10 would be called a leak
    const results: TestCaseResultDto[] = [];
    const room = { bytes: FIXED_LIMITS.pageBytes };
    const left = run.cases.entries();
    const work = async (): Promise<void> => {
      for (const [index, one] of left) {
        results[index] = fitting(await this.resultOf(run, one, signal), room);
      }
    };
    try {
      await Promise.all(Array.from({ length: SIDE_BY_SIDE }, work));
    } finally {
      clearTimeout(timer);
      over.abort(new LetheError('unavailable')); // of what goes on where one of them threw
    }
    const count = (status: TestCaseResultDto['status']): number =>
      results.filter((result) => result.status === status).length;
    return { passed: count('passed'), failed: count('failed'), errors: count('error'), results };
  }

  private async resultOf(
    run: TestCaseRun,
    { id, name }: NamedCase,
    signal: AbortSignal,
  ): Promise<TestCaseResultDto> {
    try {
      signal.throwIfAborted();
      const testCase = await run.table.find(run.identity.workspaceId, id);
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
    { event, stages, ...wanted }: CatalogTestCase,
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
    { expected, ignore }: Pick<CatalogTestCase, 'expected' | 'ignore'>,
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

/** An answer shows what came out until it is as large as a page; the first one in any case. */
function fitting(result: TestCaseResultDto, room: { bytes: number }): TestCaseResultDto {
  const { actual, diff, ...verdict } = result;
  if (actual === undefined) return result;
  const bytes = Buffer.byteLength(JSON.stringify([actual, diff]));
  if (bytes > room.bytes && room.bytes < FIXED_LIMITS.pageBytes)
    return { ...verdict, leftOut: true };
  room.bytes -= bytes;
  return result;
}
