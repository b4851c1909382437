import { hasDestination } from '@lethe/catalog';
import type { JsonObject, StageError } from '@lethe/contracts';
import { SandboxBusyError, type Touched, type TransformationOutcome } from '@lethe/sandbox';
import { copyOf } from './copy-of.js';
import type { TestContext, TestRunParts } from './test-context.js';
import {
  DEADLINE_BEFORE_STAGE,
  EVENT_DROPPED,
  NO_TRANSFORMATION,
  SANDBOX_BUSY,
} from './stage-errors.js';

/** One event that passes from stage to stage. */
export interface StageEvent {
  /** Value for `user_transformed_payload`; absent if the stage was skipped. */
  readonly payload?: JsonObject | StageError;
  readonly logs?: readonly string[];
  /** Input of the next stage; absent if the test ends with this stage. */
  readonly event?: JsonObject;
  /** External resources that the code used; absent if there are none. */
  readonly touched?: Touched;
}

/** Runs the user's code on the message. Returns zero or more events. */
export async function userTransform(
  parts: Pick<TestRunParts, 'runUserCode'>,
  context: TestContext,
): Promise<readonly StageEvent[]> {
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
        events: [copyOf(message)],
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
  // The log lines belong to the input event. They are shown only with the first output event.
  return outcome.events.map(({ event }, index) => ({
    payload: event,
    event,
    ...touched,
    ...withLogs(index === 0 ? outcome.logs : []),
  }));
}

/**
 * Turns a busy sandbox into a failure, because it is neither an internal error nor an error of the
 * code.
 */
function busyAsFailure(error: unknown): TransformationOutcome {
  if (!(error instanceof SandboxBusyError)) throw error;
  return { status: 'failed', error: SANDBOX_BUSY, logs: [] };
}

function withLogs(logs: readonly string[]): Pick<StageEvent, 'logs'> {
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
