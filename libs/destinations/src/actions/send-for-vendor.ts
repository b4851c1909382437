import type { Egress, IncomingAnswer } from '@lethe/egress';
import { LeaseEndedError, type DeletionInput } from '../deletion-provider.js';
import type { AnsweredMessage, CapturedRequest } from './actions-task.js';
import type { Call } from './judge-deletion.js';
import { withoutTransport } from './to-delivery-request.js';

const TIMEOUT_MS = 10_000;
const MOST_ANSWER_BYTES = 1024 * 1024;

/**
 * Sends what an integration asked for, in its turn.
 *
 * @throws LeaseEndedError when the lease ends before the turn or during the call, which can be repeated
 */
export async function sendForVendor(
  egress: Egress,
  asked: CapturedRequest,
  { beforeCall, signal }: Pick<DeletionInput, 'beforeCall' | 'signal'>,
): Promise<Call> {
  await beforeCall();
  try {
    const answer = await egress.send(
      { ...asked, headers: withoutTransport(asked.headers) },
      { timeoutMs: TIMEOUT_MS, maxAnswerBytes: MOST_ANSWER_BYTES, signal },
    );
    return { answer };
  } catch (error) {
    if (signal.aborted) throw new LeaseEndedError('The lease ended during the call.');
    return { error };
  }
}

/** An answer as the thread takes it. */
export function toAnswered({ status, headers, body }: IncomingAnswer): Omit<AnsweredMessage, 'id'> {
  return {
    status,
    contentType: headers['content-type'] ?? 'text/plain; charset=utf-8',
    text: body.toString('utf8'),
  };
}
