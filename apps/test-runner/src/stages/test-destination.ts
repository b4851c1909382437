import type { TestResult, TestResultData } from '@lethe/contracts';
import { keepBounded } from '../results/fit-result.js';
import { containDefects } from './contain-defects.js';
import { Deliveries } from './deliveries.js';
import {
  afterSent,
  destTransform,
  type TransformedForDestination,
} from './dest-transform.stage.js';
import { stageError } from './stage-errors.js';
import { sendToDestination } from './send-to-destination.stage.js';
import { userTransform, type StageEvent } from './user-transform.stage.js';
import type { TestContext, TestRunParts } from './test-context.js';

/**
 * Tests one destination. Runs the user transformation, and then tests each event at the
 * destination.
 */
export async function testDestination(
  parts: TestRunParts,
  context: TestContext,
): Promise<TestResult> {
  const { destination } = context.target;
  const data: TestResultData[] = [];
  const events = await containDefects<readonly StageEvent[]>(
    parts,
    context,
    'user_transformation',
    () => userTransform(parts, context),
    (error) => [{ payload: stageError(error) }],
  );
  const kept = keepBounded(events.length);
  for (const event of events) data.push(kept(await testEvent(parts, context, event)));
  return {
    destinationId: destination.id,
    destination: destination.type,
    destinationName: destination.name,
    data,
  };
}

async function testEvent(
  parts: TestRunParts,
  context: TestContext,
  current: StageEvent,
): Promise<TestResultData> {
  const { payload, logs } = current;
  const deliveries = new Deliveries(parts, context);
  const transformed = await containDefects<TransformedForDestination>(
    parts,
    context,
    'dest_transformation',
    async () => {
      const provider = parts.providerOf(context.target.destination.type);
      return destTransform(provider, context, current, deliveries);
    },
    (error) => ({ payload: afterSent(deliveries, stageError(error)) }),
  );
  const answered = await containDefects<Partial<TestResultData>>(
    parts,
    context,
    'send_to_destination',
    () => sendToDestination(context, transformed, deliveries),
    (error) => ({ destination_response: stageError(error) }),
  );
  return {
    ...(payload === undefined ? {} : { user_transformed_payload: payload }),
    ...(logs === undefined ? {} : { user_transformation_logs: [...logs] }),
    ...(transformed.payload === undefined ? {} : { dest_transformed_payload: transformed.payload }),
    ...answered,
  };
}
