import { EgressFailedError, EgressRefusedError } from '@lethe/egress';
import { aborted, delayed, type Judgement } from './outcomes.js';
import { DELETION, type TaskWords } from './task-words.js';

/**
 * Returns the outcome of a call without an answer. A refused request is an error of the
 * configuration. A failed request is an outage.
 *
 * @param who first words of the reason, e.g. `The deletion URL`
 * @param error error that the egress client threw
 * @param task what the call asked for
 * @throws `error`, if it is neither `EgressRefusedError` nor `EgressFailedError`
 */
export function judgeNoAnswer(
  who: string,
  error: unknown,
  { repeat }: TaskWords = DELETION,
): Judgement {
  if (error instanceof EgressRefusedError) {
    // Only the text after the colon is shown. The text before the colon contains the host, which
    // can be a secret.
    const why = /: (.+)$/.exec(error.message)?.[1] ?? 'Lethe does not send such a request';
    return aborted(
      'configuration',
      `${who} was not called: ${why}. Correct the configuration of the destination, then ${repeat}.`,
    );
  }
  if (!(error instanceof EgressFailedError)) throw error;
  return delayed('outage', `${who} gave no answer: ${lowerFirst(error.message)}.`);
}

function lowerFirst(text: string): string {
  return /^[A-Z][a-z]/.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text;
}
