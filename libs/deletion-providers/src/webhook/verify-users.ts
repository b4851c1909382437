import {
  denialInBody,
  denied,
  isUnfinished,
  judgeAnswer,
  outcomes,
  type DeletionInput,
  type DeletionUser,
  type Judgement,
  type ProviderVerification,
  type Unanswered,
} from '@lethe/destinations';
import type { Egress, IncomingAnswer } from '@lethe/egress';
import { withoutAnswer } from '../shared/to-outcome.js';
import { callBody, MOST_BODY_BYTES } from './call-body.js';
import { callWebhook } from './call-webhook.js';
import { readFound, type FoundAnswer } from './read-found.js';
import { CONTENT, readRefused } from './read-refused.js';
import { verificationTarget, type WebhookTarget } from './webhook-target.js';

const TYPE = 'user.verification_requested';
/** Maximum users of one call, as for deletions. */
const MOST_USERS = 100;
/** Maximum number of calls that are made again with fewer users, because of an answer. */
const MOST_SPLITS = 30;
/** After this many failures in a row, the receiver is not called for the remaining users. */
const MOST_FAILURES = 3;

const NOT_DECLARED =
  'verificationUrl is missing in the configuration of the destination, so the receiver takes no verifications.';

/**
 * Asks the receiver with signed calls of the type `user.verification_requested` whether it has data
 * of the users. They go to `verificationUrl`, and never to `deletionUrl`: a receiver that ignores the
 * type of a call would delete the users.
 *
 * A call that one user can have failed is split, as a deletion is. The answers to the other calls
 * are kept.
 *
 * @throws DeletionProblem; LeaseEndedError when the lease ends
 */
export async function verifyUsers(
  input: DeletionInput,
  egress: Egress,
): Promise<ProviderVerification> {
  const target = verificationTarget(input.config);
  if (target === undefined) return { status: 'cannot_be_checked', reason: NOT_DECLARED };
  const answers: FoundAnswer[] = [];
  const unanswered: Unanswered[] = [];
  const leaveOut = (users: readonly DeletionUser[], outcome: Unanswered['outcome']) => {
    const regulationIds = users.map(({ regulationId }) => regulationId);
    if (users.length > 0) unanswered.push({ regulationIds, outcome });
  };
  const open = callsOf(input.jobId, input.users);
  let splits = 0;
  let failures = 0;
  for (let users = open.shift(); users !== undefined; users = open.shift()) {
    const answer = await ask(target, { ...input, users }, egress);
    if ('counts' in answer) {
      answers.push(answer);
      failures = 0;
      continue;
    }
    const { judgement, refused } = answer;
    for (const [regulationId, reason] of refused) {
      unanswered.push({
        regulationIds: [regulationId],
        outcome: { status: 'cannot_be_checked', reason },
      });
    }
    const others = users.filter(({ regulationId }) => !refused.has(regulationId));
    const isToSplit = judgement.status === 'refused' && splits < MOST_SPLITS;
    const parts = isToSplit ? partsOf(others, refused.size > 0) : [];
    open.unshift(...parts);
    if (parts.length > 0) splits += 1;
    else leaveOut(others, withoutAnswer(judgement));
    failures = judgement.status === 'failed' ? failures + 1 : 0;
    // A receiver that is not available, or refuses the login, gives no better answer now.
    if (failures === MOST_FAILURES || ['delayed', 'aborted'].includes(judgement.status)) {
      leaveOut(open.splice(0).flat(), withoutAnswer(judgement));
    }
  }
  return verified(input.users.length, answers, unanswered);
}

function verified(
  users: number,
  answers: readonly FoundAnswer[],
  unanswered: readonly Unanswered[],
): ProviderVerification {
  const [first] = unanswered;
  if (answers.length === 0 && first?.regulationIds.length === users) return first.outcome;
  const found = answers.flatMap(({ counts }) =>
    Array.from(counts, ([regulationId, count]) => ({ regulationId, count })),
  );
  const doubtful = answers.flatMap(({ counts, doubtful: ids }) =>
    ids.filter((id) => !counts.has(id)),
  );
  const without = unanswered.reduce((sum, { regulationIds }) => sum + regulationIds.length, 0);
  return {
    status: 'verified',
    record: {
      method: 'Verification webhook',
      counts: { users: users - doubtful.length - without },
    },
    ...(found.length > 0 && { found }),
    ...(doubtful.length > 0 && { doubtful, reason: UNKNOWN }),
    ...(unanswered.length > 0 && { unanswered }),
  };
}

/** An answer that says nothing about the users of a call. */
interface NoAnswer {
  readonly judgement: Judgement;
  /** Reasons of the users whom the answer refuses, by id of a regulation. */
  readonly refused: ReadonlyMap<string, string>;
}

/** Makes one call about the users of the input. */
async function ask(
  target: WebhookTarget,
  input: DeletionInput,
  egress: Egress,
): Promise<FoundAnswer | NoAnswer> {
  const { jobId, users } = input;
  const body = callBody(TYPE, jobId, users);
  if (Buffer.byteLength(body) > MOST_BODY_BYTES) return because(outcomes.refused(TOO_LARGE));
  const answer = await callWebhook(egress, target, { url: target.url.href, body }, input);
  if ('judged' in answer) return because(answer.judged);
  const { status } = answer;
  if (CONTENT.has(status)) {
    const named = readRefused(answer, users);
    const refused = named === 'unreadable' ? [] : named;
    return {
      judgement: judgeAnswer(target.receiver, answer, target.task),
      refused: new Map(refused.map(({ regulationId, reason }) => [regulationId, reason])),
    };
  }
  if (status < 200 || status > 299) {
    return because(judgeAnswer(target.receiver, answer, target.task));
  }
  return readGood(target, answer, users);
}

function readGood(
  { receiver, task }: WebhookTarget,
  answer: IncomingAnswer,
  users: readonly DeletionUser[],
): FoundAnswer | NoAnswer {
  const { status } = answer;
  const denial = denialInBody(answer);
  if (denial !== undefined) return because(denied(receiver, status, denial, users.length, task));
  if (status === 202 || isUnfinished(answer)) {
    const body = status === 202 ? '' : ', and its body says that the verification is not done yet';
    return because(
      outcomes.failed(`${receiver} answered with status ${status}${body}. ${NO_POLL}`),
    );
  }
  const said = readFound(answer, users);
  if (!('problem' in said)) return said;
  return because(outcomes.failed(`${receiver} gave an answer that ${said.problem}. ${FORM}`));
}

function because(judgement: Judgement): NoAnswer {
  return { judgement, refused: new Map() };
}

const TOO_LARGE = 'The identifiers of the user do not fit into one request.';
const NO_POLL = 'Lethe does not poll for verifications: answer at once, with status 200.';
const FORM =
  'It must be a JSON object with the list "found", which names the found users of the request. Correct the receiver.';
const UNKNOWN = 'The receiver cannot say whether it has data of the user.';

/**
 * Returns the users of the next calls after a refused one.
 *
 * @param users the users of the call whom the answer did not name
 * @param hasNamed whether the answer named users. Then the others can be asked for together
 * @returns an empty list if no smaller call is possible
 */
function partsOf(users: readonly DeletionUser[], hasNamed: boolean): DeletionUser[][] {
  if (hasNamed) return users.length > 0 ? [[...users]] : [];
  if (users.length < 2) return [];
  const middle = Math.ceil(users.length / 2);
  return [users.slice(0, middle), users.slice(middle)];
}

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
