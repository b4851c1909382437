import type { IncomingAnswer } from '@lethe/egress';
import type { DeletionOutcome } from '../deletion-provider.js';
import { judgeAnswer } from '../deletion/judge-answer.js';
import { aborted, complete, failed, type Judgement } from '../deletion/outcomes.js';
import { quotedReason } from '../deletion/quoted-reason.js';
import { acceptedOnly, denialInBody, denied, isUnfinished } from '../deletion/denial-in-body.js';
import type { ActionsResult } from './actions-task.js';

/** Of whom a deletion is asked. */
export interface DeletingVendor {
  readonly who: string;
  /** Whether the address of its requests names the user. */
  readonly namesUser: boolean;
}

/** Statuses that say: no such user. */
const NOT_THERE = new Set([404, 410]);

/** @returns what an answer makes of the deletion at once; `undefined` when it goes on */
export function judgeCall(vendor: DeletingVendor, answer: IncomingAnswer): Judgement | undefined {
  const { status } = answer;
  if (isUnknown(vendor, answer)) return undefined;
  if (status < 200 || status >= 300) return judgeAnswer(vendor.who, answer);
  const denial = denialInBody(answer);
  return denial === undefined ? undefined : denied(vendor.who, status, denial, 1);
}

/**
 * Tells what a run made of a user, once the vendor had no objection: an integration may find one in an
 * answer with a good status.
 *
 * @param answers of the vendor
 * @param result of the last run
 */
export function judgeRun(
  vendor: DeletingVendor,
  answers: readonly IncomingAnswer[],
  result: ActionsResult | { readonly error: string },
): DeletionOutcome {
  const { who } = vendor;
  const unknown = answers.some((answer) => isUnknown(vendor, answer));
  if ('error' in result) return failed(`${who}: ${result.error}`);
  if (result.asked !== undefined) {
    return failed(`The integration for ${who} makes too many requests.`);
  }
  const [failure] = result.failures;
  if (failure !== undefined && !unknown) {
    const said = quotedReason(failure) ?? 'it does not say why';
    // Without a call it is the configuration or the integration, and the next attempt would fail as well.
    return answers.length === 0
      ? aborted(
          'configuration',
          `The integration for ${who} could not ask for the deletion: ${said}.`,
        )
      : failed(`${who} did not delete the user: ${said}.`);
  }
  if (answers.length === 0) {
    return aborted(
      'unsupported',
      `The integration for ${who} asked for nothing, so nothing was deleted.`,
    );
  }
  const unconfirmed = answers.find((answer) => answer.status === 202 || isUnfinished(answer));
  const notes = [
    ...(unknown ? [`${who} did not know the user.`] : []),
    ...(unconfirmed === undefined ? [] : [acceptedOnly(who, unconfirmed.status)]),
  ];
  return complete({ method: 'onDelete', ...(notes.length === 0 ? {} : { notes }) });
}

function isUnknown({ namesUser }: DeletingVendor, answer: IncomingAnswer): boolean {
  if (!namesUser || !NOT_THERE.has(answer.status)) return false;
  return denialInBody(answer) !== 'page'; // that of something before the vendor
}
