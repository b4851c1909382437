import type { TestTarget } from '@lethe/catalog';
import type { JsonObject, TestResult, TestRunRequested } from '@lethe/contracts';
import { newSearchBudget } from '@lethe/destination-definitions';
import { CHARACTERS_OF_A_STEP, StepCounter } from '@lethe/resilience';
import { fitResult } from '../results/fit-result.js';
import { createAnswerMasker } from '../masking/mask-by-shape.js';
import { maskOf, maskResult } from '../masking/mask-result.js';
import { RecordedRun } from './recorded-run.js';
import { combineRuns } from './combine-runs.js';
import { testDestination } from '../stages/test-destination.js';
import type { TestRunParts, TestTargetInRun } from '../stages/test-context.js';
import { GRACE_MS, withLaterDeadline } from './with-later-deadline.js';
import { hasSecrets, sizeOfSecrets, withPlaceholders } from '../masking/with-placeholders.js';

/** Common input of both runs of one destination's test. */
interface Run {
  readonly parts: TestRunParts;
  readonly request: TestRunRequested;
  readonly overrides: JsonObject | undefined;
  readonly signal: AbortSignal;
  readonly taken: Promise<void>;
  /**
   * Lets other work run between two steps that read all secrets. A configuration can contain 256
   * KiB of secrets.
   */
  readonly pause: () => Promise<void> | undefined;
}

/**
 * Tests a destination. For callers without the permission to read secrets, the result contains no
 * secret. The result also does not reveal whether a text that the caller guessed is a secret.
 *
 * @param stored the stored target
 * @throws NotTakenError when the run belongs to another runner
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
  const pace = new StepCounter(CHARACTERS_OF_A_STEP);
  const pause = () => pace.did(size);
  const run = { ...times, parts, request, overrides, pause };
  // A second run is necessary only if the target has secrets.
  if (stages.sendToDestination && stages.destTransform && hasSecrets(stored)) {
    return withLaterDeadline(run.signal, GRACE_MS, (later) => sendAndShow(run, stored, later));
  }
  await pause();
  const placeholders = withPlaceholders(stored);
  await pause();
  const result = await test(run, placeholders);
  if (stages.sendToDestination) await run.taken;
  return shown(run, result, placeholders);
}

/**
 * Sends with the real secrets. If the caller is not allowed to see the secrets, shows a second run
 * with placeholders.
 *
 * @param later aborted when the second run must end
 */
async function sendAndShow(run: Run, stored: TestTarget, later: AbortSignal): Promise<TestResult> {
  const { parts, request } = run;
  const maySee = request.mayMoveSecrets === true;
  const recorded = new RecordedRun(parts, !maySee);
  const sent = await test({ ...run, parts: recorded.parts }, stored);
  await run.taken;
  // A caller who is allowed to send secrets to any address is also allowed to see secrets.
  if (maySee && recorded.wasReached) return shown(run, sent, stored);
  // User code that read no credential cannot show a credential.
  const used = recorded.hasCredentials ? stored : { ...stored, credentials: {} };
  if (!hasSecrets(used)) return shown(run, sent, used);
  await run.pause();
  const placeholders = withPlaceholders(stored);
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
    placeholders,
  );
  // If no request was answered, the result contains only errors of Lethe. These errors name hosts
  // and headers, and are not masked.
  const answered = recorded.wasReached ? hide.answered : undefined;
  return shown(run, combineRuns({ sent, again, hide: answered }), placeholders);
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
