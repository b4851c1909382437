import type { StageError } from '@lethe/contracts';

/** Texts of the specification and of its decisions; clients compare them. */
export const NO_TRANSFORMATION = 'Transformation VersionID not found';
export const EVENT_DROPPED = 'Event was dropped by the user transformation';
export const USER_TRANSFORM_ABORTED = 'error encountered in user_transformation stage. Aborting.';
export const DEST_TRANSFORM_ABORTED = 'error encountered in dest_transformation stage. Aborting.';
export const NOTHING_TO_SEND =
  'There is nothing to send: set stage.dest_transform to true as well.';

export const SECRETS_ELSEWHERE =
  'Not sent: stored secrets would go to an address that the stored configuration alone does not give. That takes the scope catalog:write.';

/** What the caller reads about a defect of ours; the log has the rest. */
export const DEFECT = 'Something went wrong on our side in this stage. Please report it.';
export const DEFECT_IN_DELIVERY =
  'Something went wrong on our side while this request was sent; the destination may have got it. Please report it.';
export const SANDBOX_BUSY = 'Too many transformations are waiting; try again later.';
export const TOO_MANY_RUNS =
  'The test was not run: too many test runs of this workspace are waiting. Try again when some of them have ended.';

/** 25 s, or 5 s before what the gateway's LETHE_TEST_RUN_TIMEOUT says. */
const DEADLINE = 'The test run reached its deadline';
export const DEADLINE_BEFORE_TURN = `${DEADLINE} before it was its turn: other test runs of this workspace take long.`;
export const DEADLINE_BEFORE_STAGE = `${DEADLINE} before this stage had ended.`;
export const DEADLINE_BEFORE_SENDING = `${DEADLINE} before this request was sent.`;
export const DEADLINE_BEFORE_ANSWER = `${DEADLINE} before an answer came; the destination may have got the request.`;

export function stageError(error: string): StageError {
  return { error };
}
