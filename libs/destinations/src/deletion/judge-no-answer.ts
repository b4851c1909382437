import { EgressFailedError, EgressRefusedError } from '@lethe/egress';
import { aborted, delayed, type Judgement } from './outcomes.js';

/**
 * Tells what no answer makes of a deletion: an address that is forbidden is a mistake of the
 * configuration, anything else an outage.
 *
 * @param who begins the reason, e.g. `The deletion URL`
 * @param error that the egress client threw
 * @throws what is none of its errors
 */
export function judgeNoAnswer(who: string, error: unknown): Judgement {
  if (error instanceof EgressRefusedError) {
    // The rest of the message names the host, and an address may be a secret.
    const why = /: (.+)$/.exec(error.message)?.[1] ?? 'it is not one that Lethe sends';
    return aborted(
      'configuration',
      `${who} was not called: ${why}. Correct the destination's configuration, then retry.`,
    );
  }
  if (!(error instanceof EgressFailedError)) throw error;
  return delayed('outage', `${who} gave no answer: ${lowerFirst(error.message)}.`);
}

function lowerFirst(text: string): string {
  return /^[A-Z][a-z]/.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text;
}
