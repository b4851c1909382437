import { setMaxListeners } from 'node:events';
import {
  LetheError,
  type TransformationTested,
  type TransformationTestRequested,
} from '@lethe/contracts';
import { SlotsBusyError, type FairSlots } from '@lethe/resilience';
import { timeLeftOf } from './local-deadline.js';
import { savedTarget } from './saved-target.js';
import { DEADLINE_BEFORE_TURN, TOO_MANY_RUNS } from '../stages/stage-errors.js';
import type { TestRunParts } from '../stages/test-context.js';
import { testTransformation } from '../transformations/test-transformation.js';

export interface RunTransformationTestOptions {
  /** Queue of the runs of all workspaces. */
  readonly turns: FairSlots;
  /** Called when the run leaves the queue and starts. */
  readonly onStart?: () => void;
  /** Aborted when the caller has left. */
  readonly canceled: AbortSignal;
}

/**
 * Time for which a run can continue after its caller left. Most runs end in this time. If a run is
 * stopped, its thread is stopped too, and the next run waits for a new thread.
 */
const CANCEL_AFTER_MS = 250;
/** Maximum number of listeners of the deadline's signal at the same time. */
const LISTENERS = 64;

type Tested = TransformationTested['tested'];

/**
 * @returns the result; `late` if the request arrived after its deadline, `canceled` if the caller
 * left
 */
export async function runTransformationTest(
  parts: TestRunParts,
  request: TransformationTestRequested,
  { turns, onStart, canceled }: RunTransformationTestOptions,
): Promise<Tested | 'late' | 'canceled'> {
  const timeLeft = timeLeftOf(request);
  if (timeLeft <= 0) return 'late';
  const ending = new AbortController();
  const { signal } = ending;
  setMaxListeners(LISTENERS, signal);
  const end = (): void => {
    ending.abort();
  };
  const hasLeft = (): boolean => canceled.aborted;
  const timers = [setTimeout(end, timeLeft)];
  canceled.addEventListener('abort', () => timers.push(setTimeout(end, CANCEL_AFTER_MS)));
  try {
    return await turns.with(request.workspaceId, signal, async () => {
      onStart?.();
      if (hasLeft()) return 'canceled';
      const tested = await testNow(parts, request, signal);
      return hasLeft() ? 'canceled' : tested;
    });
  } catch (error) {
    if (hasLeft()) return 'canceled';
    if (error instanceof SlotsBusyError)
      return { code: 'too_many_requests', message: TOO_MANY_RUNS };
    if (error === signal.reason) return { code: 'test_run_timeout', message: DEADLINE_BEFORE_TURN };
    throw error;
  } finally {
    for (const timer of timers) clearTimeout(timer);
  }
}

async function testNow(
  parts: TestRunParts,
  request: TransformationTestRequested,
  signal: AbortSignal,
): Promise<Tested> {
  const { transformationId, destinationId } = request.transformationTest;
  try {
    const place = { transformationId, destinationId };
    const { workspaceId, savedAt } = request;
    const stored = await savedTarget(
      () => parts.findTransformationTarget(workspaceId, place, savedAt),
      ...([savedAt, signal] as const),
    );
    if (stored === undefined) return { code: 'not_found', message: NOT_THERE };
    return await testTransformation(parts, request, stored, signal);
  } catch (error) {
    parts.onDefect('run', error);
    const message = error instanceof LetheError ? error.message : NOT_RUN;
    return { code: 'unavailable', message };
  }
}

const NOT_THERE = 'The transformation or the destination no longer exists.';
const NOT_RUN = 'The test could not be run. Try again.';
