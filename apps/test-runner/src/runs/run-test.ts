import { setMaxListeners } from 'node:events';
import { unsavedTarget, type TestTarget } from '@lethe/catalog';
import {
  LetheError,
  type TestedVersions,
  type TestResult,
  type TestRunRequested,
  type UntestedDestination,
} from '@lethe/contracts';
import { type FairSlots, SlotsBusyError } from '@lethe/resilience';
import { inSpan, type OpenSpan } from '@lethe/observability';
import pLimit from 'p-limit';
import { DEADLINE_BEFORE_TURN, TOO_MANY_RUNS } from '../stages/stage-errors.js';
import { testAndShow } from '../second-run/test-and-show.js';
import { NotTakenError, type TestRunParts } from '../stages/test-context.js';
import { timeLeftOf } from './local-deadline.js';
import { savedTarget, versionsOf } from './saved-target.js';

/** Result of a run for one destination. */
export type RunResult = TestResult | UntestedDestination;

/** The result of a destination, and the tested versions. */
interface Answer {
  readonly result: RunResult;
  readonly versions?: TestedVersions | undefined;
}

export interface RunTestOptions {
  /**
   * Resolves when the run belongs only to this runner. Rejects when another runner may have taken
   * the run.
   */
  readonly taken: Promise<void>;
  /** Queue of the runs of all workspaces. */
  readonly slots: FairSlots;
  /** Called when the run leaves the queue and starts. */
  readonly onStart?: () => void;
  /** Called with the result of each destination as soon as it is ready. */
  readonly onResult: (
    destinationId: string,
    result: RunResult,
    versions?: TestedVersions,
  ) => Promise<void>;
}

/** Maximum number of destinations of one run that are tested at the same time. */
const CONCURRENCY = 8;
/** Maximum number of listeners that one stage adds to the deadline's signal at the same time. */
const LISTENERS = 8;

/**
 * Runs a test once. Does not run a test whose deadline has passed. Returns when all work of the
 * test has ended.
 *
 * @returns `late` if the run arrived after its deadline and has no result
 * @throws AggregateError of the errors of `onResult`, after all destinations were tested
 */
export async function runTest(
  parts: TestRunParts,
  request: TestRunRequested,
  options: RunTestOptions,
): Promise<'done' | 'late'> {
  const timeLeft = timeLeftOf(request);
  if (timeLeft <= 0) return 'late'; // the gateway reports a timeout to the caller
  const deadline = new AbortController();
  const timer = setTimeout(() => {
    deadline.abort();
  }, timeLeft);
  const { signal } = deadline;
  try {
    await options.slots.with(request.workspaceId, signal, () => {
      options.onStart?.();
      return testAll(parts, request, { ...options, signal });
    });
  } catch (error) {
    if (error instanceof SlotsBusyError) await answerAll(request, options, TOO_MANY_RUNS);
    else if (error === signal.reason) await answerAll(request, options, DEADLINE_BEFORE_TURN);
    else throw error;
  } finally {
    // A timer that is not cleared stays for up to 25 s, and there can be thousands of runs a
    // second.
    clearTimeout(timer);
  }
  return 'done';
}

/**
 * Reports an error for all destinations of a run that did not start. If another runner may have
 * taken the run, does nothing, because that runner answers.
 */
async function answerAll(
  { destinationIds }: TestRunRequested,
  { taken, onResult }: RunTestOptions,
  error: string,
): Promise<void> {
  const isOurs = await taken.then(
    () => true,
    () => false,
  );
  if (!isOurs) return;
  for (const id of new Set(destinationIds)) await onResult(id, untested(id, error));
}

async function testAll(
  parts: TestRunParts,
  request: TestRunRequested,
  {
    taken,
    onResult,
    signal,
  }: Pick<RunTestOptions, 'taken' | 'onResult'> & { readonly signal: AbortSignal },
): Promise<void> {
  setMaxListeners(CONCURRENCY * LISTENERS, signal); // Node warns above 10 listeners
  const ours = taken.catch((cause: unknown) => {
    throw new NotTakenError('This runner could not claim the run', { cause });
  });
  ours.catch(() => undefined); // nothing handles a rejection if the run sends nothing

  const ids = [...new Set(request.destinationIds)];
  const limit = ids.length > CONCURRENCY ? pLimit(CONCURRENCY) : undefined;
  const tests = ids.map((destinationId) => {
    const test = async (): Promise<void> => {
      const answer = await inSpan('test destination', {}, (span) =>
        resultOf(parts, request, destinationId, { signal, taken: ours, span }),
      );
      if (answer !== undefined) await onResult(destinationId, answer.result, answer.versions);
    };
    return limit === undefined ? test() : limit(test);
  });
  const ended = await Promise.allSettled(tests);
  const errors = ended.flatMap((test): unknown[] =>
    test.status === 'rejected' ? [test.reason] : [],
  );
  if (errors.length > 0) throw new AggregateError(errors, 'The results could not be published');
}

const NO_SUCH_DESTINATION = 'The destination does not exist.';

/** @returns undefined if the run belongs to another runner */
async function resultOf(
  parts: TestRunParts,
  request: TestRunRequested,
  destinationId: string,
  run: { readonly signal: AbortSignal; readonly taken: Promise<void>; readonly span: OpenSpan },
): Promise<Answer | undefined> {
  try {
    const stored = await targetOf(parts, request, destinationId, run.signal);
    if (stored === undefined) return { result: untested(destinationId, NO_SUCH_DESTINATION) };
    const { id, type } = stored.destination;
    run.span.note({ 'lethe.destination.id': id, 'lethe.destination.type': type });
    return { result: await testAndShow(parts, request, stored, run), versions: versionsOf(stored) };
  } catch (error) {
    if (error instanceof NotTakenError) return undefined;
    run.span.fail('defect');
    parts.onDefect('run', error);
    return {
      result: untested(destinationId, error instanceof LetheError ? error.message : NOT_RUN),
    };
  }
}

async function targetOf(
  parts: TestRunParts,
  { workspaceId, unsavedType, savedAt }: TestRunRequested,
  id: string,
  signal: AbortSignal,
): Promise<TestTarget | undefined> {
  if (unsavedType === undefined) {
    return savedTarget(() => parts.findTarget(workspaceId, id, savedAt), savedAt, signal);
  }
  return unsavedTarget(workspaceId, id, unsavedType);
}

const NOT_RUN = 'The test could not be run. Try again.';

function untested(destinationId: string, error: string): UntestedDestination {
  return { destinationId, destinationName: '', error };
}
