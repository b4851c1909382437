import type { TestTarget } from '@lethe/catalog';
import type { JsonObject, TestResult, TestRunRequested } from '@lethe/contracts';
import { newSteps } from '@lethe/destination-definitions';
import { fitResult } from './fit-result.js';
import { hideIn } from './hide-in-answers.js';
import { maskResult } from './mask-result.js';
import { RecordedParts } from './recorded-parts.js';
import { shownOfSent } from './shown-of-sent.js';
import { testDestination } from './test-destination.js';
import type { TestRunParts } from './test-run.js';
import { withGrace } from './with-grace.js';
import { hasSecrets, withStandIns, type TestTargetInRun } from './with-stand-ins.js';

/** What was sent until the deadline is shown: of the 5 s in which the caller still waits. */
const GRACE_MS = 2_000;

/** What is the same in all runs of one destination's test. */
interface Run {
  readonly parts: TestRunParts;
  readonly request: TestRunRequested;
  readonly overrides: JsonObject | undefined;
  readonly signal: AbortSignal;
  readonly taken: Promise<void>;
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
  const run = { ...times, parts, request, overrides };
  // Without secrets there is nothing to hide, and no second run to record this one for.
  if (stages.sendToDestination && stages.destTransform && hasSecrets(stored)) {
    return withGrace(run.signal, GRACE_MS, (later) => sendAndShow(run, stored, later));
  }
  const standIns = withStandIns(stored);
  const result = await test(run, standIns);
  if (stages.sendToDestination) await run.taken;
  return shown(run, result, standIns);
}

/** @param later ends the second run */
async function sendAndShow(run: Run, stored: TestTarget, later: AbortSignal): Promise<TestResult> {
  const { parts, request } = run;
  const maySee = request.mayMoveSecrets === true;
  const recorded = new RecordedParts(parts, !maySee);
  const sent = await test({ ...run, parts: recorded.parts }, stored);
  await run.taken;
  // Who may send the secrets anywhere sees what was sent.
  if (maySee && recorded.wasReached) return shown(run, sent, stored);
  // Code that asked for no credential has none to show.
  const held = recorded.hasCredentials ? stored : { ...stored, credentials: {} };
  if (!hasSecrets(held)) return shown(run, sent, held);
  const standIns = withStandIns(stored);
  const hide = hideIn(stored);
  const again = await test(
    {
      ...run,
      signal: later,
      parts: recorded.replayed(hide.body),
      request: { ...request, stages: { ...request.stages, sendToDestination: false } },
    },
    standIns,
  );
  // Why nobody was reached names hosts and headers only.
  const answered = recorded.wasReached ? hide.answered : undefined;
  return shown(run, shownOfSent({ sent, again, hide: answered }), standIns);
}

function test(run: Run, target: TestTargetInRun): Promise<TestResult> {
  const { parts, request, signal, taken } = run;
  const config = configOf(run, target);
  const steps = newSteps();
  return testDestination(parts, { request, target, config, steps, signal, taken });
}

function shown(run: Run, result: TestResult, target: TestTargetInRun): TestResult {
  return fitResult(maskResult(result, target, configOf(run, target)));
}

function configOf({ overrides }: Run, { destination }: TestTarget): JsonObject {
  const { config } = destination;
  return overrides === undefined ? config : { ...config, ...overrides };
}
