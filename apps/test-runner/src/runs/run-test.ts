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

/** What one destination of a run comes to. */
export type RunResult = TestResult | UntestedDestination;

/** The same, and what of the workspace was in effect. */
interface Answer {
  readonly result: RunResult;
  readonly versions?: TestedVersions | undefined;
}

export interface RunTestOptions {
  /** Resolves when the run is ours alone; rejects when another runner may have it. */
  readonly taken: Promise<void>;
  /** Where the runs of all workspaces wait for their turn. */
  readonly turns: FairSlots;
  /** The run waits no longer. */
  readonly onTurn?: () => void;
  /** Gets each destination's result as soon as it is there. */
  readonly onResult: (
    destinationId: string,
    result: RunResult,
    versions?: TestedVersions,
  ) => Promise<void>;
}

/** Destinations of one run that are tested side by side. */
const SIDE_BY_SIDE = 8;
/** No stage listens to the deadline in as many places at once. */
const LISTENERS = 8;

/**
 * Runs a test, once, and not after its deadline. Returns when nothing of it is in hand any more.
 *
 * @returns `late` where its time was over when it came, so that there is no result
 * @throws AggregateError of what `onResult` threw; the other destinations are tested nevertheless
 */
export async function runTest(
  parts: TestRunParts,
  request: TestRunRequested,
  options: RunTestOptions,
): Promise<'done' | 'late'> {
  const timeLeft = timeLeftOf(request);
  if (timeLeft <= 0) return 'late'; // the gateway tells the caller that nobody answered
  const deadline = new AbortController();
  const timer = setTimeout(() => {
    deadline.abort();
  }, timeLeft);
  const { signal } = deadline;
  try {
    await options.turns.with(request.workspaceId, signal, () => {
      options.onTurn?.();
      return testAll(parts, request, { ...options, signal });
    });
  } catch (error) {
    if (error instanceof SlotsBusyError) await answerAll(request, options, TOO_MANY_RUNS);
    else if (error === signal.reason) await answerAll(request, options, DEADLINE_BEFORE_TURN);
    else throw error;
  } finally {
    clearTimeout(timer); // or thousands of runs a second would each leave one for 25 s
  }
  return 'done';
}

/** Answers for a run that was not begun, unless another runner has taken it over and answers itself. */
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
  setMaxListeners(SIDE_BY_SIDE * LISTENERS, signal); // 10 would be called a leak
  const ours = taken.catch((cause: unknown) => {
    throw new NotTakenError('The run could not be taken over', { cause });
  });
  ours.catch(() => undefined); // a run that sends nothing does not wait for it

  const ids = [...new Set(request.destinationIds)];
  const limit = ids.length > SIDE_BY_SIDE ? pLimit(SIDE_BY_SIDE) : undefined;
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
  if (errors.length > 0) throw new AggregateError(errors, 'Results could not be handed over');
}

const NO_SUCH_DESTINATION = 'There is no such destination.';

/** @returns undefined when the run turned out to be somebody else's */
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
