import {
  isUnfinished,
  judgeAnswer,
  outcomes,
  readRetryAfter,
  type AcceptedDeletion,
  type DeletionInput,
  type DeletionOutcome,
} from '@lethe/destinations';
import type { Egress } from '@lethe/egress';
import { callWebhook } from './call-webhook.js';
import { completed, readGood } from './read-good-answer.js';
import { statusUrl } from './status-url.js';
import { RECEIVER, type WebhookTarget } from './webhook-target.js';

/** HTTP statuses with which the receiver says that the accepted deletion was lost or has failed. */
const LOST_OR_FAILED = new Set([400, 404, 410, 413, 422]);

/** Polls the status of a deletion that the receiver accepted. */
export async function followDeletion(
  input: DeletionInput,
  accepted: AcceptedDeletion,
  target: WebhookTarget,
  egress: Egress,
): Promise<DeletionOutcome> {
  const where = statusUrl(accepted.statusUrl, target.url);
  if (where === undefined) {
    return outcomes.aborted(
      'configuration',
      'The origin of deletionUrl has changed since the deletion was accepted, so Lethe does not ask for its status. Retry to order the deletion at the new deletionUrl.',
    );
  }
  const answer = await callWebhook(egress, target, { url: where, body: '' }, input);
  if ('judged' in answer) return answer.judged;
  const { status, headers } = answer;
  const isGood = status >= 200 && status < 300;
  const good = isGood && status !== 202 ? readGood(answer, input.users) : undefined;
  if (good !== undefined && 'status' in good) return good;
  if (status === 202 || (isGood && isUnfinished(answer))) {
    return outcomes.accepted(where, readRetryAfter(headers['retry-after']));
  }
  if (good !== undefined) {
    return completed(input.users.length - good.named.length, good.named);
  }
  if (LOST_OR_FAILED.has(status)) {
    return outcomes.failed(
      `${RECEIVER} accepted the deletion, but its status URL answered with status ${String(status)}. It is not known whether the users are deleted.`,
    );
  }
  return judgeAnswer('The status URL', answer);
}
