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
import { callWebhook, WHO } from './call-webhook.js';
import { completed, readGood } from './read-good-answer.js';
import { statusUrl } from './status-url.js';
import type { WebhookTarget } from './webhook-target.js';

/** Statuses by which the order itself is lost or has ended badly, and not the way to it. */
const ENDED = new Set([400, 404, 410, 413, 422]);

/** Asks how a deletion stands that the receiver accepted. */
export async function followDeletion(
  input: DeletionInput,
  accepted: AcceptedDeletion,
  target: WebhookTarget,
  egress: Egress,
): Promise<DeletionOutcome> {
  // The configuration may have changed since.
  const where = statusUrl(accepted.statusUrl, target.url);
  if (where === undefined) {
    return outcomes.aborted(
      'configuration',
      'deletionUrl has another origin now than the one that accepted the deletion, so how it stands is not asked. Retry to order it at the new one.',
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
  if (ENDED.has(status)) {
    return outcomes.failed(
      `${WHO} accepted the deletion, and its status URL answered with status ${String(status)}: whether the users are deleted is not known.`,
    );
  }
  return judgeAnswer('The status URL', answer);
}
