import type { TestTarget } from '@lethe/catalog';
import type {
  JsonObject,
  TestResult,
  TestRunRequested,
  UntestedDestination,
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
 * Runs a test, once, and not after its deadline.
 *
 * @throws whatever `onResult` throws
 */
export async function runTest(
  parts: TestRunParts,
  request: TestRunRequested,
  { taken, onResult }: RunTestOptions,
): Promise<void> {
  const timeLeft = request.deadline - Date.now();
  if (timeLeft <= 0) return; // whoever asked is told that nobody answered
  const signal = AbortSignal.timeout(timeLeft);
  const ours = taken.catch((cause: unknown) => {
    throw new NotTakenError('The run could not be taken over', { cause });
  });
  ours.catch(() => undefined); // a run that sends nothing does not wait for it

  const limit = pLimit(SIDE_BY_SIDE);
  await Promise.all(
    request.destinationIds.map((destinationId) =>
      limit(async () => {
        const result = await resultOf(parts, request, destinationId, { signal, taken: ours });
        if (result !== undefined) await onResult(destinationId, result);
      }),
    ),
  );
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
    return untested(destinationId, 'The test could not be run. Try again.');
  }
}

function masked(result: TestResult, target: TestTarget, config: JsonObject): TestResult {
  const definition = findDefinition(target.destination.type);
  const mask = createSecretMasker(definition, target.destination.config, config);
  return { ...result, data: mask(result.data) as TestResult['data'] };
}

function untested(destinationId: string, error: string): UntestedDestination {
  return { destinationId, destinationName: '', error };
}
