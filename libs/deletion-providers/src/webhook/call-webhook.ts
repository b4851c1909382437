import {
  judgeNoAnswer,
  LeaseEndedError,
  type DeletionInput,
  type Judgement,
} from '@lethe/destinations';
import type { Egress, IncomingAnswer } from '@lethe/egress';
import { webhookHeaders } from './sign-webhook.js';

const TIMEOUT_MS = 10_000;
const MOST_ANSWER_BYTES = 1024 * 1024;

/** Begins the reasons. */
export const WHO = 'The deletion URL';

export interface WebhookCall {
  readonly method: 'POST' | 'GET';
  readonly url: string;
  readonly id: string;
  readonly keys: readonly Buffer[];
  /** Empty for none. */
  readonly body: string;
}

/**
 * Makes one call, in its turn, signed at the time at which it goes out.
 *
 * @returns the answer, or what no answer means
 * @throws LeaseEndedError when the lease ends before the turn or during the call, which can be repeated
 */
export async function callWebhook(
  egress: Egress,
  { method, url, id, keys, body }: WebhookCall,
  { beforeCall, signal }: Pick<DeletionInput, 'beforeCall' | 'signal'>,
): Promise<IncomingAnswer | { readonly judged: Judgement }> {
  await beforeCall();
  const headers = {
    ...(body === '' ? {} : { 'content-type': 'application/json; charset=utf-8' }),
    ...webhookHeaders(id, keys, body, Date.now()),
  };
  try {
    return await egress.send(
      { method, url, headers, ...(body === '' ? {} : { body }) },
      { timeoutMs: TIMEOUT_MS, maxAnswerBytes: MOST_ANSWER_BYTES, signal },
    );
  } catch (error) {
    if (signal.aborted) throw new LeaseEndedError('The lease ended during the call.');
    return { judged: judgeNoAnswer(WHO, error) };
  }
}
