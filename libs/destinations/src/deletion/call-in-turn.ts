import type { Egress, IncomingAnswer, OutgoingRequest } from '@lethe/egress';
import { LeaseEndedError, type DeletionInput } from '../deletion-provider.js';
import { judgeNoAnswer } from './judge-no-answer.js';
import type { Judgement } from './outcomes.js';
import type { TaskWords } from './task-words.js';

const LIMITS = { timeoutMs: 10_000, maxAnswerBytes: 1024 * 1024 };

/**
 * Sends one request of a deletion or a verification as soon as the rate limit of the destination allows it.
 *
 * @param who first words of the reason if no answer arrives, e.g. `The deletion URL`
 * @param request returns the request; called immediately before the request is sent
 * @param task what the request asks for; default: a deletion
 * @returns the answer, or the outcome if no answer arrives
 * @throws LeaseEndedError when the lease ends before or during the call. The next worker can safely
 * repeat the call.
 */
export async function callInTurn(
  egress: Egress,
  who: string,
  request: () => OutgoingRequest,
  { beforeCall, signal }: Pick<DeletionInput, 'beforeCall' | 'signal'>,
  task?: TaskWords,
): Promise<IncomingAnswer | { readonly judged: Judgement }> {
  await beforeCall();
  try {
    return await egress.send(request(), { ...LIMITS, signal });
  } catch (error) {
    if (signal.aborted) throw new LeaseEndedError('The lease ended during the call.');
    return { judged: judgeNoAnswer(who, error, task) };
  }
}
