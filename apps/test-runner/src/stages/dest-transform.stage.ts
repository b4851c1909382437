import type { DeliveryRequest, JsonObject, StageError } from '@lethe/contracts';
import {
  createOriginGuard,
  type DestinationProvider,
  type TransformInput,
  type TransformOutcome,
} from '@lethe/destinations';
import { copyOf } from './copy-of.js';
import type { TestContext } from './test-context.js';
import type { Deliveries } from './deliveries.js';
import { DEADLINE_BEFORE_STAGE, stageError, USER_TRANSFORM_ABORTED } from './stage-errors.js';
import type { StageEvent } from './user-transform.stage.js';

/** Output of the stage for one event. */
export interface TransformedForDestination {
  /** Value for `dest_transformed_payload`; absent if the stage was skipped. */
  readonly payload?: readonly (DeliveryRequest | StageError)[] | StageError;
  /** Requests that are not sent yet; absent if the test of the event ends with this stage. */
  readonly unsent?: readonly DeliveryRequest[];
}

/**
 * Creates the destination's requests for an event. If later requests depend on earlier answers, and
 * the run sends, this stage sends the requests one by one.
 *
 * @param event absent if the user transformation failed
 * @throws NotTakenError when the run belongs to another runner
 */
export async function destTransform(
  provider: DestinationProvider | undefined,
  context: TestContext,
  { event, touched }: Pick<StageEvent, 'event' | 'touched'>,
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
  if (!stages.sendToDestination) return transformed(await provider.transform(input), context);
  const guard = async (outcome: TransformOutcome): Promise<void> => {
    if (context.request.mayMoveSecrets === true) return;
    const requests = outcome.status === 'ok' ? outcome.requests : [];
    const hasCredentials = touched?.credentials === true;
    const { target, steps } = context;
    const storedConfig = target.destination.config;
    deliveries.guardWith(
      await createOriginGuard({ provider, storedConfig, input, requests, hasCredentials, steps }),
    );
  };
  if (provider.perform === undefined) {
    const outcome = await provider.transform(input);
    await guard(outcome);
    return transformed(outcome, context);
  }
  if (context.request.mayMoveSecrets !== true) {
    await guard(await provider.transform(input));
  }
  await context.taken; // `perform` cannot handle a NotTakenError
  const outcome = await provider.perform(input, (request) => deliveries.send(request));
  return outcome.status === 'ok'
    ? { payload: toPayload(outcome, context), unsent: [] }
    : { payload: afterSent(deliveries, toError(outcome.error, context)) };
}

function transformed(outcome: TransformOutcome, context: TestContext): TransformedForDestination {
  return outcome.status === 'ok'
    ? { payload: toPayload(outcome, context), unsent: outcome.requests }
    : { payload: toError(outcome.error, context) };
}

/** Returns the requests that were sent, followed by the error. */
export function afterSent(
  { requests }: Pick<Deliveries, 'requests'>,
  error: StageError,
): NonNullable<TransformedForDestination['payload']> {
  return requests.length === 0 ? error : [...requests, error];
}

function toPayload(
  { requests, incomplete }: Extract<TransformOutcome, { status: 'ok' }>,
  context: TestContext,
): NonNullable<TransformedForDestination['payload']> {
  return incomplete === undefined ? requests : [...requests, toError(incomplete, context)];
}

function toError(error: string, { signal }: TestContext): StageError {
  return stageError(signal.aborted ? DEADLINE_BEFORE_STAGE : error);
}

function inputOf(context: TestContext, event: JsonObject): TransformInput {
  const { destination } = context.target;
  return {
    workspaceId: destination.workspaceId,
    destinationId: destination.id,
    destinationType: destination.type,
    config: copyOf(context.config),
    message: copyOf(event),
    signal: context.signal,
  };
}
