import { hasDestination, type TestTarget } from '@lethe/catalog';
import type {
  JsonObject,
  TestResult,
  TestRunRequested,
  TransformationTestRequested,
  TransformationTestResult,
} from '@lethe/contracts';
import { newSearchBudget } from '@lethe/destination-definitions';
import type { TransformationOutcome } from '@lethe/sandbox';
import pLimit from 'p-limit';
import { maskOf, maskResult } from '../masking/mask-result.js';
import { withPlaceholders } from '../masking/with-placeholders.js';
import { versionsOf } from '../runs/saved-target.js';
import { fitResult } from '../results/fit-result.js';
import type { TestRunParts, TestTargetInRun } from '../stages/test-context.js';
import { testDestination } from '../stages/test-destination.js';
import { toTransformedEvent, type TestedEvent } from './to-transformed-event.js';

/** Maximum number of events of one test that run at the same time. */
const CONCURRENCY = 4;

export const OFFLINE =
  'Not sent: fetch and fetchV2 in a test of a transformation need the scope catalog:write. The token lacks it.';

export const NO_LIBRARIES =
  'Not imported: libraries in a test of unsaved code need the scope catalog:read. The token lacks it.';

/**
 * Runs saved or unsaved code on events, each event in its own run. Creates the destination's
 * requests, but sends nothing. The secrets of the destination are always placeholders.
 *
 * For a caller without `catalog:write`, the code cannot use `fetch`, and gets placeholders for
 * credentials. So the caller learns no secret. For a caller without `catalog:read`, unsaved code
 * cannot import libraries, because code can read the source code of an imported function.
 *
 * @param stored the stored target
 */
export async function testTransformation(
  parts: TestRunParts,
  request: TransformationTestRequested,
  stored: TestTarget,
  signal: AbortSignal,
): Promise<TransformationTestResult> {
  const { events } = request.transformationTest;
  const target = targetOf(stored, request);
  const limit = pLimit(CONCURRENCY);
  const tested = await Promise.all(
    events.map((message) => limit(() => testEvent(parts, request, target, message, signal))),
  );
  return shown(tested, target);
}

async function testEvent(
  parts: TestRunParts,
  request: TransformationTestRequested,
  target: TestTargetInRun,
  message: JsonObject,
  signal: AbortSignal,
): Promise<TestedEvent> {
  let outcome: TransformationOutcome | undefined;
  let ms = 0;
  const mayReach = request.mayMoveSecrets === true;
  const mayImport =
    request.mayReadCatalog === true || request.transformationTest.code === undefined;
  const placed: TestRunParts = {
    ...parts,
    runUserCode: async (run, options) => {
      const startedAt = performance.now();
      try {
        outcome = await parts.runUserCode(
          {
            ...{ ...run, isPlaced: true },
            ...(mayReach ? {} : { offline: OFFLINE }),
            ...(mayImport ? {} : { libraries: [], importRefusal: NO_LIBRARIES }),
          },
          options,
        );
        return outcome;
      } finally {
        ms = performance.now() - startedAt;
      }
    },
  };
  const { config } = target.destination;
  const result = await testDestination(placed, {
    request: asTestRun(request, target, message),
    ...{ target, config, steps: newSearchBudget(), signal },
    taken: Promise.resolve(), // never used, because nothing is sent
  });
  return { result, outcome, ms };
}

function asTestRun(
  {
    runId,
    requestId,
    workspaceId,
    deadline,
    mayMoveSecrets,
    transformationTest,
  }: TransformationTestRequested,
  target: TestTarget,
  message: JsonObject,
): TestRunRequested {
  const { stages } = transformationTest;
  return {
    ...{ runId, requestId, workspaceId, deadline, message },
    destinationIds: [target.destination.id],
    stages: {
      // Without a transformation, the event passes on unchanged.
      userTransform: stages.userTransform && target.transformation !== undefined,
      destTransform: stages.destTransform && hasDestination(target),
      sendToDestination: false,
    },
    ...(mayMoveSecrets === undefined ? {} : { mayMoveSecrets }),
  };
}

/**
 * Returns the target with the code to run, and placeholders for secrets that the caller is not
 * allowed to see.
 */
function targetOf(
  stored: TestTarget,
  { mayMoveSecrets, transformationTest: { code } }: TransformationTestRequested,
): TestTargetInRun {
  const { realCredentials = stored.credentials, ...placeholders } = withPlaceholders(stored);
  const { id = '', name = 'transformation' } = stored.transformation ?? {};
  return {
    ...placeholders,
    ...(mayMoveSecrets === true ? { credentials: realCredentials } : {}),
    ...(code === undefined ? {} : { transformation: { id, name, code } }),
  };
}

/**
 * Masks the results of all events and limits their total size, because one record contains all
 * results.
 */
function shown(tested: readonly TestedEvent[], target: TestTarget): TransformationTestResult {
  const { id, type, name } = target.destination;
  const result: TestResult = {
    ...{ destinationId: id, destination: type, destinationName: name },
    data: tested.flatMap((event) => event.result.data),
  };
  const { data } = fitResult(maskResult(result, maskOf(target, target.destination.config)));
  let from = 0;
  const versions = versionsOf(target);
  return {
    ...(versions && { versions }),
    results: tested.map((event) => {
      const to = from + event.result.data.length;
      const own = data.slice(from, to);
      from = to;
      return toTransformedEvent(event, own);
    }),
  };
}
