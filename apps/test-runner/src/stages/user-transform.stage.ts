import { hasDestination } from '@lethe/catalog';
import type { JsonObject, StageError } from '@lethe/contracts';
import { SandboxBusyError, type Touched, type TransformationOutcome } from '@lethe/sandbox';
import type { TestContext, TestRunParts } from './test-context.js';
import {
  DEADLINE_BEFORE_STAGE,
  EVENT_DROPPED,
  NO_TRANSFORMATION,
  SANDBOX_BUSY,
} from './stage-errors.js';

/** One event on its way through the stages. */
export interface EventInHand {
  /** For `user_transformed_payload`; absent when the stage was skipped. */
  readonly payload?: JsonObject | StageError;
  readonly logs?: readonly string[];
  /** What the next stage gets; absent when the run aborts here. */
  readonly event?: JsonObject;
  /** What the code has seen and done; absent where that is nothing. */
  readonly touched?: Touched;
}

/** Runs the user's code over the message: none, one or several events come out of it. */
export async function userTransform(
  parts: Pick<TestRunParts, 'runUserCode'>,
  context: TestContext,
): Promise<readonly EventInHand[]> {
  const { request, target, signal } = context;
  const { message } = request;
  if (!request.stages.userTransform) return [{ event: message }];
  const { transformation, libraries, credentials, realCredentials } = target;
  if (transformation === undefined) {
    return [{ payload: { error: NO_TRANSFORMATION }, event: message }];
  }
  const outcome = await parts
    .runUserCode(
      {
        transformation,
        libraries,
        credentials,
        ...(realCredentials === undefined ? {} : { realCredentials }),
        mayMoveCredentials: request.mayMoveSecrets === true,
        events: [structuredClone(message)],
        metadata: [metadataOf(context)],
      },
      { owner: request.workspaceId, signal },
    )
    .catch(busyAsFailure);
  const touched = outcome.touched === undefined ? {} : { touched: outcome.touched };
  if (outcome.status === 'failed') {
    const error = signal.aborted ? DEADLINE_BEFORE_STAGE : outcome.error;
    return [{ payload: { error }, ...touched, ...withLogs(outcome.logs) }];
  }
  if (outcome.events.length === 0) {
    return [{ payload: { error: EVENT_DROPPED }, ...touched, ...withLogs(outcome.logs) }];
  }
  // One event went in, so its log lines belong to all events that came out; they are shown with the first.
  return outcome.events.map(({ event }, index) => ({
    payload: event,
    event,
    ...touched,
    ...withLogs(index === 0 ? outcome.logs : []),
  }));
}

/** That there is much to do is not our mistake, and not that of the code. */
function busyAsFailure(error: unknown): TransformationOutcome {
  if (!(error instanceof SandboxBusyError)) throw error;
  return { status: 'failed', error: SANDBOX_BUSY, logs: [] };
}

function withLogs(logs: readonly string[]): Pick<EventInHand, 'logs'> {
  return logs.length === 0 ? {} : { logs };
}

function metadataOf({ request, target }: TestContext): JsonObject {
  const { destination, transformation } = target;
  const { messageId } = request.message;
  return {
    workspaceId: request.workspaceId,
    ...(request.sourceId === undefined ? {} : { sourceId: request.sourceId }),
    ...(hasDestination(target)
      ? {
          destinationId: destination.id,
          destinationType: destination.type,
          destinationName: destination.name,
        }
      : {}),
    ...(transformation === undefined || transformation.id === ''
      ? {}
      : { transformationId: transformation.id }),
    ...(typeof messageId === 'string' ? { messageId } : {}),
  };
}
