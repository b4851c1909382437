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
import { callWebhook, WHO } from './call-webhook.js';
import { completed, readGood, unconfirmed } from './read-good-answer.js';
import { readRefused } from './read-refused.js';
import { statusUrl } from './status-url.js';
import type { WebhookTarget } from './webhook-target.js';

/** Bytes of a body; a longer one is cut by having fewer users. Many servers take no more. */
const MOST_BODY_BYTES = 1024 * 1024;
/** Calls for one job: each but the first leaves out users whom the one before refused by name. */
const MOST_CALLS = 5;
/** Statuses with which an answer may name whom it refuses. */
const CONTENT = new Set([400, 422]);

/** Orders the deletion of the users, and of the rest where the receiver names whom it refuses. */
export async function orderDeletion(
  input: DeletionInput,
  target: WebhookTarget,
  egress: Egress,
): Promise<DeletionOutcome> {
  let users = input.users;
  const refused: RefusedUser[] = [];
  for (let call = 1; users.length > 0; call += 1) {
    const body = toBody(input.jobId, users);
    if (Buffer.byteLength(body) > MOST_BODY_BYTES) {
      return outcomes.refused('The users of the job are too much for one request.');
    }
    const order = { url: target.url.href, body };
    const answer = await callWebhook(egress, target, order, { ...input, users });
    if ('judged' in answer) return answer.judged;
    const named = CONTENT.has(answer.status) ? readRefused(answer, users) : [];
    if (named === 'unreadable' || named.length === 0 || call === MOST_CALLS) {
      return readAnswer(answer, target.url, users, refused);
    }
    refused.push(...named);
    const left = new Set(named.map(({ regulationId }) => regulationId));
    users = users.filter(({ regulationId }) => !left.has(regulationId));
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
  if (status < 200 || status > 299) return judgeAnswer(WHO, answer);
  const good = readGood(answer, users);
  if ('status' in good) return good;
  const { named } = good;
  const { location } = headers;
  if (status !== 202 || location === undefined) {
    const done = users.length - named.length;
    return completed(done, [...refused, ...named], unconfirmed(answer));
  }
  // An order that goes on has one address for all of its users, and it says at its end who was refused.
  if (refused.length + named.length > 0) {
    return outcomes.refused(
      `${WHO} accepts some users and refuses others, which can be followed one by one only.`,
    );
  }
  const where = statusUrl(location, url);
  if (where === undefined) {
    return outcomes.aborted(
      'configuration',
      `${WHO} answered 202 with a Location that is empty or of another origin, which is not asked. Correct the receiver, then retry.`,
    );
  }
  return outcomes.accepted(where, readRetryAfter(headers['retry-after']));
}

function toBody(jobId: string, users: readonly DeletionUser[]): string {
  return JSON.stringify({
    type: 'user.deletion_requested',
    timestamp: new Date().toISOString(),
    data: {
      jobId,
      users: users.map(({ regulationId, identifiers: { userId, ...identifiers } }) => ({
        regulationId,
        userId,
        identifiers,
      })),
    },
  });
}
