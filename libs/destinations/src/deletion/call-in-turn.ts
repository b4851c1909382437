import type { Egress, IncomingAnswer, OutgoingRequest } from '@lethe/egress';
import { LeaseEndedError, type DeletionInput } from '../deletion-provider.js';
import { judgeNoAnswer } from './judge-no-answer.js';
import type { Judgement } from './outcomes.js';

const LIMITS = { timeoutMs: 10_000, maxAnswerBytes: 1024 * 1024 };

/**
 * Makes one request of a deletion, in its turn.
 *
 * @param who begins the reason where there is no answer, e.g. `The deletion URL`
 * @param request made once the turn has come
 * @returns the answer, or what no answer means
 * @throws LeaseEndedError when the lease ends before the turn or during the call, which can be repeated
 */
export async function callInTurn(
  egress: Egress,
  who: string,
  request: () => OutgoingRequest,
  { beforeCall, signal }: Pick<DeletionInput, 'beforeCall' | 'signal'>,
): Promise<IncomingAnswer | { readonly judged: Judgement }> {
  await beforeCall();
  try {
    return await egress.send(request(), { ...LIMITS, signal });
  } catch (error) {
    if (signal.aborted) throw new LeaseEndedError('The lease ended during the call.');
    return { judged: judgeNoAnswer(who, error) };
  }
}
