import type { DeliveryRequest, JsonObject, StageError } from '@lethe/contracts';
import type { DestinationProvider, TransformInput, TransformOutcome } from '@lethe/destinations';
import type { TestContext } from '../test-run.js';
import type { Deliveries } from './deliveries.js';
import { DEADLINE_BEFORE_STAGE, stageError, USER_TRANSFORM_ABORTED } from './stage-errors.js';

/** What the stage made of one event. */
export interface TransformedForDestination {
  /** For `dest_transformed_payload`; absent when the stage was skipped. */
  readonly payload?: readonly (DeliveryRequest | StageError)[] | StageError;
  /** What there is to send; absent when the run aborts here. */
  readonly requests?: readonly DeliveryRequest[];
}

/**
 * Makes the destination's requests for an event. Where later requests depend on earlier answers,
 * and the run sends, they are sent here, one by one, as they are made.
 *
 * @param event absent when the user transformation failed
 */
export async function destTransform(
  provider: DestinationProvider | undefined,
  context: TestContext,
  event: JsonObject | undefined,
  deliveries: Deliveries,
): Promise<TransformedForDestination> {
  const { stages } = context.request;
  if (!stages.destTransform) return {};
  if (event === undefined) return { payload: stageError(USER_TRANSFORM_ABORTED) };
  const { type } = context.target.destination;
  if (provider === undefined) {
    return { payload: stageError(`There is no transformation for destinations of type ${type}.`) };
  }
  const input = inputOf(context, event);
  const outcome =
    stages.sendToDestination && provider.perform !== undefined
      ? await provider.perform(input, (request) => deliveries.send(request))
      : await provider.transform(input);
  return toPayload(outcome, context.signal);
}

function toPayload(outcome: TransformOutcome, signal: AbortSignal): TransformedForDestination {
  if (outcome.status === 'failed') {
    return { payload: stageError(signal.aborted ? DEADLINE_BEFORE_STAGE : outcome.error) };
  }
  const { requests, incomplete } = outcome;
  return {
    requests,
    payload: incomplete === undefined ? requests : [...requests, stageError(incomplete)],
  };
}

function inputOf(context: TestContext, event: JsonObject): TransformInput {
  const { destination } = context.target;
  return {
    workspaceId: destination.workspaceId,
    destinationId: destination.id,
    destinationType: destination.type,
    config: structuredClone(context.config),
    message: structuredClone(event),
    signal: context.signal,
  };
}
