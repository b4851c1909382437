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
import { withStandIns } from '../masking/with-stand-ins.js';
import { versionsOf } from '../runs/saved-target.js';
import { fitResult } from '../results/fit-result.js';
import type { TestRunParts, TestTargetInRun } from '../stages/test-context.js';
import { testDestination } from '../stages/test-destination.js';
import { toTransformedEvent, type TestedEvent } from './to-transformed-event.js';

/** Events of one test that are run side by side. */
const SIDE_BY_SIDE = 4;

export const OFFLINE =
  'Not sent: in a test of a transformation, fetch and fetchV2 take the scope catalog:write, which the token lacks.';

export const NO_LIBRARIES =
  'Not imported: in a test of code that is not saved, libraries take the scope catalog:read, which the token lacks.';

/**
 * Runs code that need not be saved on events, each from a fresh start, and makes the destination's requests of what comes out. Sends
 * nothing to the destination. Who may not write the catalog reaches nobody, and gets stand-ins for credentials: so no code of theirs
 * learns a secret, whatever it does. Who may not read the catalog imports no library into code of theirs: a function tells its source. The destination's secrets are stand-ins for everybody.
 *
 * @param stored the target as it is stored
 */
export async function testTransformation(
  parts: TestRunParts,
  request: TransformationTestRequested,
  stored: TestTarget,
  signal: AbortSignal,
): Promise<TransformationTestResult> {
  const { events } = request.transformationTest;
  const target = targetOf(stored, request);
  const limit = pLimit(SIDE_BY_SIDE);
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
    taken: Promise.resolve(), // there is no delivery that would wait for it
  });
  return { result, outcome, ms };
}

/** As a test of a destination is asked for. */
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
      // Without a transformation the event goes on as it is.
      userTransform: stages.userTransform && target.transformation !== undefined,
      destTransform: stages.destTransform && hasDestination(target),
      sendToDestination: false,
    },
    ...(mayMoveSecrets === undefined ? {} : { mayMoveSecrets }),
  };
}

/** With the code that is to run, and stand-ins for the secrets that the caller may not use. */
function targetOf(
  stored: TestTarget,
  { mayMoveSecrets, transformationTest: { code } }: TransformationTestRequested,
): TestTargetInRun {
  const { realCredentials = stored.credentials, ...standIns } = withStandIns(stored);
  const { id = '', name = 'transformation' } = stored.transformation ?? {};
  return {
    ...standIns,
    ...(mayMoveSecrets === true ? { credentials: realCredentials } : {}),
    ...(code === undefined ? {} : { transformation: { id, name, code } }),
  };
}

/** All events' results are masked and made to fit as one, so that they are one record. */
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
