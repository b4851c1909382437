import type { StageError } from '@lethe/contracts';

/** Texts from the specification of the Test API. Clients compare them. */
export const NO_TRANSFORMATION = 'Transformation VersionID not found';
export const EVENT_DROPPED = 'Event was dropped by the user transformation';
export const USER_TRANSFORM_ABORTED = 'error encountered in user_transformation stage. Aborting.';
export const DEST_TRANSFORM_ABORTED = 'error encountered in dest_transformation stage. Aborting.';
export const NOTHING_TO_SEND =
  'There is nothing to send: set stage.dest_transform to true as well.';

export const SECRETS_ELSEWHERE =
  'Not sent: the request holds stored secrets, and its address is not the one that the stored configuration alone gives. To send such a request, the token needs the scope catalog:write.';

/** Text for the caller about an internal error; the log has the details. */
export const DEFECT = 'This stage failed because of an internal error of Lethe. Please report it.';
export const DEFECT_IN_DELIVERY =
  'This request failed because of an internal error of Lethe. The destination may have received it. Please report the error.';
export const SANDBOX_BUSY = 'Too many transformations are waiting. Try again later.';
export const TOO_MANY_RUNS =
  'The test was not run: too many test runs of this workspace are waiting. Try again later.';

/** 5 s before LETHE_TEST_RUN_TIMEOUT of the gateway is over; by default 25 s after the request. */
const DEADLINE = 'The test run reached its deadline';
export const DEADLINE_BEFORE_TURN = `${DEADLINE} before it could start: other test runs of this workspace took too long. Try again later.`;
export const DEADLINE_BEFORE_STAGE = `${DEADLINE} before this stage ended.`;
export const DEADLINE_BEFORE_SENDING = `${DEADLINE} before this request was sent.`;
export const DEADLINE_BEFORE_ANSWER = `${DEADLINE} before an answer arrived. The destination may have received the request.`;

export function stageError(error: string): StageError {
  return { error };
}
