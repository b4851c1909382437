import { callInTurn, type DeletionInput, type Judgement } from '@lethe/destinations';
import type { Egress, IncomingAnswer } from '@lethe/egress';
import { webhookHeaders, webhookId } from './sign-webhook.js';
import type { WebhookTarget } from './webhook-target.js';

/** Begins the reasons. */
export const WHO = 'The deletion URL';

/**
 * Makes one call about users, in its turn, signed at the time at which it goes out.
 *
 * @param call.body empty for a question
 * @returns the answer, or what no answer means
 * @throws LeaseEndedError when the lease ends before the turn or during the call, which can be repeated
 */
export function callWebhook(
  egress: Egress,
  { keys }: WebhookTarget,
  { url, body }: { readonly url: string; readonly body: string },
  input: Pick<DeletionInput, 'jobId' | 'users' | 'beforeCall' | 'signal'>,
): Promise<IncomingAnswer | { readonly judged: Judgement }> {
  const regulationIds = input.users.map(({ regulationId }) => regulationId);
  const id = webhookId(input.jobId, regulationIds);
  const order = {
    method: 'POST',
    headers: { 'content-type': 'application/json; charset=utf-8' },
    body,
  };
  const request = () => {
    const signed = webhookHeaders(id, keys, body, Date.now());
    if (body === '') return { method: 'GET', url, headers: signed };
    return { ...order, url, headers: { ...order.headers, ...signed } };
  };
  return callInTurn(egress, WHO, request, input);
}
