import {
  judgeAnswer,
  outcomes,
  readRetryAfter,
  type DeletionInput,
  type DeletionOutcome,
  type DeletionUser,
  type RefusedUser,
} from '@lethe/destinations';
import type { Egress, IncomingAnswer } from '@lethe/egress';
import { callBody, MOST_BODY_BYTES } from './call-body.js';
import { callWebhook } from './call-webhook.js';
import { completed, readGood, unconfirmed } from './read-good-answer.js';
import { CONTENT, readRefused } from './read-refused.js';
import { statusUrl } from './status-url.js';
import { RECEIVER, type WebhookTarget } from './webhook-target.js';

/** Maximum calls for one job. Each further call omits the users that an answer has refused. */
const MOST_CALLS = 5;

/** Requests the deletion. Repeats the request without the users that an answer refuses. */
export async function orderDeletion(
  input: DeletionInput,
  target: WebhookTarget,
  egress: Egress,
): Promise<DeletionOutcome> {
  let users = input.users;
  const refused: RefusedUser[] = [];
  for (let call = 1; users.length > 0; call += 1) {
    const body = callBody('user.deletion_requested', input.jobId, users);
    if (Buffer.byteLength(body) > MOST_BODY_BYTES) {
      return outcomes.refused('The users of the job do not fit into one request.');
    }
    const request = { url: target.url.href, body };
    const answer = await callWebhook(egress, target, request, { ...input, users });
    if ('judged' in answer) return answer.judged;
    const named = CONTENT.has(answer.status) ? readRefused(answer, users) : [];
    if (named === 'unreadable' || named.length === 0 || call === MOST_CALLS) {
      return readAnswer(answer, target.url, users, refused);
    }
    refused.push(...named);
    const omitted = new Set(named.map(({ regulationId }) => regulationId));
    users = users.filter(({ regulationId }) => !omitted.has(regulationId));
  }
  return completed(0, refused);
}

function readAnswer(
  answer: IncomingAnswer,
  url: URL,
  users: readonly DeletionUser[],
  refused: readonly RefusedUser[],
): DeletionOutcome {
  const { status, headers } = answer;
  if (status < 200 || status > 299) return judgeAnswer(RECEIVER, answer);
  const good = readGood(answer, users);
  if ('status' in good) return good;
  const { named } = good;
  const { location } = headers;
  if (status !== 202 || location === undefined) {
    const done = users.length - named.length;
    return completed(done, [...refused, ...named], unconfirmed(answer));
  }
  // All users of an accepted request share one status URL, and the last answer of that URL lists
  // refused users.
  if (refused.length + named.length > 0) {
    return outcomes.refused(
      `${RECEIVER} accepts some users and refuses others. Lethe can follow an order only if all users of the request are accepted.`,
    );
  }
  const where = statusUrl(location, url);
  if (where === undefined) {
    return outcomes.aborted(
      'configuration',
      `${RECEIVER} answered with status 202 and a Location that is empty, too long or of another origin. Correct the receiver, then retry.`,
    );
  }
  return outcomes.accepted(where, readRetryAfter(headers['retry-after']));
}
