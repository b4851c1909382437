import { callInTurn, type DeletionInput, type Judgement } from '@lethe/destinations';
import type { Egress, IncomingAnswer } from '@lethe/egress';
import { webhookHeaders, webhookId } from './sign-webhook.js';
import type { WebhookTarget } from './webhook-target.js';

/**
 * Waits for `beforeCall`, and then makes one signed call about the users. The signature covers the
 * time of sending.
 *
 * @param call.body empty for a status request
 * @returns the answer; the outcome in `judged` if Lethe received no answer
 * @throws LeaseEndedError if the lease ends before or during the call. The call can be repeated
 */
export function callWebhook(
  egress: Egress,
  { keys, receiver, task }: WebhookTarget,
  { url, body }: { readonly url: string; readonly body: string },
  input: Pick<DeletionInput, 'jobId' | 'users' | 'beforeCall' | 'signal'>,
): Promise<IncomingAnswer | { readonly judged: Judgement }> {
  const regulationIds = input.users.map(({ regulationId }) => regulationId);
  const id = webhookId(input.jobId, regulationIds);
  const post = {
    method: 'POST',
    headers: { 'content-type': 'application/json; charset=utf-8' },
    body,
  };
  const request = () => {
    const signed = webhookHeaders(id, keys, body, Date.now());
    if (body === '') return { method: 'GET', url, headers: signed };
    return { ...post, url, headers: { ...post.headers, ...signed } };
  };
  return callInTurn(egress, receiver, request, input, task);
}
