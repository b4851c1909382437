import type { TestResultData } from '@lethe/contracts';
import type { TestContext } from './test-context.js';
import type { Deliveries } from './deliveries.js';
import type { TransformedForDestination } from './dest-transform.stage.js';
import { DEST_TRANSFORM_ABORTED, NOTHING_TO_SEND, stageError } from './stage-errors.js';

type Answered = Pick<
  TestResultData,
  'destination_response' | 'destination_response_status' | 'destination_response_truncated'
>;

/** Sends the remaining requests one after another, and returns the answers to all requests. */
export async function sendToDestination(
  context: TestContext,
  { unsent }: TransformedForDestination,
  deliveries: Deliveries,
): Promise<Answered> {
  const { stages } = context.request;
  if (!stages.sendToDestination) return {};
  if (!stages.destTransform) return { destination_response: stageError(NOTHING_TO_SEND) };
  if (unsent === undefined && deliveries.requests.length === 0) {
    return { destination_response: stageError(DEST_TRANSFORM_ABORTED) };
  }
  const refusal = deliveries.refusalOf(unsent ?? []);
  if (refusal !== undefined && !deliveries.hasSent) {
    return { destination_response: stageError(refusal) };
  }
  for (const request of unsent ?? []) await deliveries.send(request);
  const answers = await deliveries.answers();
  return {
    destination_response: answers.map((answer) => answer.body),
    destination_response_status: answers.map((answer) => answer.status),
    ...(answers.some((answer) => answer.truncated) ? { destination_response_truncated: true } : {}),
  };
}
