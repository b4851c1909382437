import type { TestTarget } from '@lethe/catalog';
import type { JsonObject, TestResult, TestRunRequested } from '@lethe/contracts';
import { newSearchBudget } from '@lethe/destination-definitions';
import { CHARACTERS_OF_A_STEP, Pace } from '@lethe/resilience';
import { fitResult } from '../results/fit-result.js';
import { createAnswerMasker } from '../masking/mask-by-shape.js';
import { maskOf, maskResult } from '../masking/mask-result.js';
import { RecordedRun } from './recorded-run.js';
import { combineRuns } from './combine-runs.js';
import { testDestination } from '../stages/test-destination.js';
import type { TestRunParts, TestTargetInRun } from '../stages/test-context.js';
import { GRACE_MS, withLaterDeadline } from './with-later-deadline.js';
import { hasSecrets, sizeOfSecrets, withStandIns } from '../masking/with-stand-ins.js';

/** What both runs of one destination's test have in common. */
interface Run {
  readonly parts: TestRunParts;
  readonly request: TestRunRequested;
  readonly overrides: JsonObject | undefined;
  readonly signal: AbortSignal;
  readonly taken: Promise<void>;
  /** Between two steps over all secrets, of which a configuration may hold 256 KiB. */
  readonly pause: () => Promise<void> | undefined;
}

/**
 * Tests a destination, and shows it so that nobody who may not read the secrets learns of them: not from
 * what is shown, and not from whether a text of theirs is hidden in it.
 *
 * @param stored the target as it is stored
 * @throws NotTakenError
 */
export async function testAndShow(
  parts: TestRunParts,
  request: TestRunRequested,
  stored: TestTarget,
  times: Pick<Run, 'signal' | 'taken'>,
): Promise<TestResult> {
  const { sealedConfig, stages } = request;
  const overrides =
    sealedConfig === undefined ? undefined : parts.openConfig(sealedConfig, request.runId);
  const size = sizeOfSecrets(stored);
  const pace = new Pace(CHARACTERS_OF_A_STEP);
  const pause = () => pace.did(size);
  const run = { ...times, parts, request, overrides, pause };
  // Without secrets there is nothing to hide, and no second run to record this one for.
  if (stages.sendToDestination && stages.destTransform && hasSecrets(stored)) {
    return withLaterDeadline(run.signal, GRACE_MS, (later) => sendAndShow(run, stored, later));
  }
  await pause();
  const standIns = withStandIns(stored);
  await pause();
  const result = await test(run, standIns);
  if (stages.sendToDestination) await run.taken;
  return shown(run, result, standIns);
}

/**
 * Sends, and shows a second run with stand-ins, unless the caller may see the secrets, or there are none.
 *
 * @param later ends the second run
 */
async function sendAndShow(run: Run, stored: TestTarget, later: AbortSignal): Promise<TestResult> {
  const { parts, request } = run;
  const maySee = request.mayMoveSecrets === true;
  const recorded = new RecordedRun(parts, !maySee);
  const sent = await test({ ...run, parts: recorded.parts }, stored);
  await run.taken;
  // A caller who may send the secrets anywhere may see what was sent.
  if (maySee && recorded.wasReached) return shown(run, sent, stored);
  // User code that read no credential has none to show.
  const held = recorded.hasCredentials ? stored : { ...stored, credentials: {} };
  if (!hasSecrets(held)) return shown(run, sent, held);
  await run.pause();
  const standIns = withStandIns(stored);
  await run.pause();
  const hide = createAnswerMasker(stored);
  await run.pause();
  const again = await test(
    {
      ...run,
      signal: later,
      parts: recorded.replayed(hide.body),
      request: { ...request, stages: { ...request.stages, sendToDestination: false } },
    },
    standIns,
  );
  // Where nobody was reached there are only errors of ours, which name hosts and headers.
  const answered = recorded.wasReached ? hide.answered : undefined;
  return shown(run, combineRuns({ sent, again, hide: answered }), standIns);
}

function test(run: Run, target: TestTargetInRun): Promise<TestResult> {
  const { parts, request, signal, taken } = run;
  const config = configOf(run, target);
  const steps = newSearchBudget();
  return testDestination(parts, { request, target, config, steps, signal, taken });
}

async function shown(run: Run, result: TestResult, target: TestTargetInRun): Promise<TestResult> {
  await run.pause();
  const mask = maskOf(target, configOf(run, target));
  await run.pause();
  const masked = maskResult(result, mask);
  await run.pause();
  return fitResult(masked);
}

function configOf({ overrides }: Run, { destination }: TestTarget): JsonObject {
  const { config } = destination;
  return overrides === undefined ? config : { ...config, ...overrides };
}
