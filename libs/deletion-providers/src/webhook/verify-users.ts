import {
  judgeAnswer,
  type DeletionInput,
  type DeletionUser,
  type VerificationOutcome,
} from '@lethe/destinations';
import type { Egress } from '@lethe/egress';
import { DeletionProblem, failed } from '../shared/deletion-problem.js';
import { callBody, MOST_BODY_BYTES } from './call-body.js';
import { callWebhook } from './call-webhook.js';
import { RECEIVER_OF_VERIFICATIONS, verificationTarget } from './webhook-target.js';
import { readFound } from './read-found.js';

const TYPE = 'user.verification_requested';
/** Maximum users of one call, as for deletions. */
const MOST_USERS = 100;

const NOT_DECLARED =
  'verificationUrl is missing in the configuration of the destination, so the receiver takes no verifications.';

/**
 * Asks the receiver with signed calls of the type `user.verification_requested` whether it has data
 * of the users. They go to `verificationUrl`, and never to `deletionUrl`: a receiver that ignores the
 * type of a call would delete the users.
 *
 * @throws DeletionProblem; LeaseEndedError when the lease ends
 */
export async function verifyUsers(
  input: DeletionInput,
  egress: Egress,
): Promise<VerificationOutcome> {
  const target = verificationTarget(input.config);
  if (target === undefined) return { status: 'cannot_be_checked', reason: NOT_DECLARED };
  const found: { regulationId: string; count: number }[] = [];
  const doubtful: string[] = [];
  for (const users of callsOf(input.jobId, input.users)) {
    const body = callBody(TYPE, input.jobId, users);
    if (Buffer.byteLength(body) > MOST_BODY_BYTES) {
      doubtful.push(...users.map(({ regulationId }) => regulationId));
      continue;
    }
    const request = { url: target.url.href, body };
    const answer = await callWebhook(egress, target, request, { ...input, users });
    if ('judged' in answer) throw new DeletionProblem(answer.judged);
    if (answer.status < 200 || answer.status > 299) {
      throw new DeletionProblem(judgeAnswer(RECEIVER_OF_VERIFICATIONS, answer));
    }
    const said = readFound(answer, users);
    if (answer.status === 202 || said === undefined) throw failed(UNREADABLE);
    for (const [regulationId, count] of said.counts) found.push({ regulationId, count });
    doubtful.push(...said.doubtful.filter((id) => !said.counts.has(id)));
  }
  return {
    status: 'verified',
    record: {
      method: 'Verification webhook',
      counts: { users: input.users.length - doubtful.length },
    },
    ...(found.length > 0 && { found }),
    ...(doubtful.length > 0 && { doubtful, reason: UNKNOWN }),
  };
}

const UNREADABLE = `${RECEIVER_OF_VERIFICATIONS} gave an answer that says nothing. It must be a JSON object with the list "found", whose elements have the userId or regulationId of a user in the request and a count. "unknown" must be such a list, if it is there. The answer may have at most 1 MiB.`;
const UNKNOWN = 'The receiver cannot say whether it has data of the user.';

/** Divides users into calls. A user who does not fit into a body has a call alone. */
function callsOf(jobId: string, users: readonly DeletionUser[]): DeletionUser[][] {
  const calls: DeletionUser[][] = [];
  let bytes = Infinity;
  for (const user of users) {
    const size = Buffer.byteLength(callBody(TYPE, jobId, [user]));
    const call = calls.at(-1);
    if (call !== undefined && call.length < MOST_USERS && bytes + size <= MOST_BODY_BYTES) {
      call.push(user);
      bytes += size;
    } else {
      calls.push([user]);
      bytes = size;
    }
  }
  return calls;
}
