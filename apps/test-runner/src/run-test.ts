import { setMaxListeners } from 'node:events';
import type { TestTarget } from '@lethe/catalog';
import {
  LetheError,
  TEST_RUN_TIMES,
  type JsonObject,
  type TestResult,
  type TestResultData,
  type TestRunRequested,
  type UntestedDestination,
} from '@lethe/contracts';
import { createSecretMasker, findDefinition } from '@lethe/destination-definitions';
import pLimit from 'p-limit';
import { fitResult } from './fit-result.js';
import { testDestination } from './test-destination.js';
import { NotTakenError, type TestRunParts } from './test-run.js';

/** What one destination of a run comes to. */
export type RunResult = TestResult | UntestedDestination;

export interface RunTestOptions {
  /** Resolves when the run is ours alone; rejects when another runner may have it. */
  readonly taken: Promise<void>;
  /** Gets each destination's result as soon as it is there. */
  readonly onResult: (destinationId: string, result: RunResult) => Promise<void>;
}

/** Destinations of one run that are tested side by side. */
const SIDE_BY_SIDE = 8;

/**
 * Runs a test, once, and not after its deadline. Returns when nothing of it is in hand any more.
 *
 * @throws AggregateError of what `onResult` threw; the other destinations are tested nevertheless
 */
export async function runTest(
  parts: TestRunParts,
  request: TestRunRequested,
  { taken, onResult }: RunTestOptions,
): Promise<void> {
  // The deadline is by the clock of another machine: if that is ahead, a run is no longer for it.
  const timeLeft = Math.min(request.deadline - Date.now(), TEST_RUN_TIMES.run);
  if (timeLeft <= 0) return; // whoever asked is told that nobody answered
  const signal = AbortSignal.timeout(timeLeft);
  setMaxListeners(0, signal); // each stage of each destination listens; their number is bounded
  const ours = taken.catch((cause: unknown) => {
    throw new NotTakenError('The run could not be taken over', { cause });
  });
  ours.catch(() => undefined); // a run that sends nothing does not wait for it

  const limit = pLimit(SIDE_BY_SIDE);
  const tests = [...new Set(request.destinationIds)].map((destinationId) =>
    limit(async () => {
      const result = await resultOf(parts, request, destinationId, { signal, taken: ours });
      if (result !== undefined) await onResult(destinationId, result);
    }),
  );
  const ended = await Promise.allSettled(tests);
  const errors = ended.flatMap((test): unknown[] =>
    test.status === 'rejected' ? [test.reason] : [],
  );
  if (errors.length > 0) throw new AggregateError(errors, 'Results could not be handed over');
}

/** @returns undefined when the run turned out to be somebody else's */
async function resultOf(
  parts: TestRunParts,
  request: TestRunRequested,
  destinationId: string,
  run: { readonly signal: AbortSignal; readonly taken: Promise<void> },
): Promise<RunResult | undefined> {
  try {
    const target = await parts.findTarget(request.workspaceId, destinationId);
    if (target === undefined) return untested(destinationId, 'There is no such destination.');
    const { sealedConfig } = request;
    const overrides =
      sealedConfig === undefined ? {} : parts.openConfig(sealedConfig, request.runId);
    const config = { ...target.destination.config, ...overrides };
    const result = await testDestination(parts, { request, target, config, ...run });
    if (request.stages.sendToDestination) await run.taken;
    return fitResult(masked(result, target, config));
  } catch (error) {
    if (error instanceof NotTakenError) return undefined;
    parts.onDefect('run', error);
    return untested(destinationId, error instanceof LetheError ? error.message : NOT_RUN);
  }
}

const NOT_RUN = 'The test could not be run. Try again.';

/** Neither secrets of the destination nor credentials of the transformation are in an answer. */
function masked(result: TestResult, target: TestTarget, config: JsonObject): TestResult {
  const { destination, credentials } = target;
  const maskSecrets = createSecretMasker(
    findDefinition(destination.type),
    destination.config,
    config,
  );
  // Without a definition every text is secret, which is what credentials are.
  const maskCredentials =
    Object.keys(credentials).length === 0
      ? (value: unknown) => value
      : createSecretMasker(undefined, credentials);
  // Member by member: their own names are not to be masked, whatever the secrets are.
  const data = result.data.map((element): TestResultData =>
    Object.fromEntries(
      Object.entries(element).map(([name, value]) => [name, maskCredentials(maskSecrets(value))]),
    ),
  );
  return { ...result, data };
}

function untested(destinationId: string, error: string): UntestedDestination {
  return { destinationId, destinationName: '', error };
}
