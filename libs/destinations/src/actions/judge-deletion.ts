import type { IncomingAnswer } from '@lethe/egress';
import type { DeletionOutcome } from '../deletion-provider.js';
import { judgeAnswer } from '../deletion/judge-answer.js';
import { aborted, complete, failed, type Judgement } from '../deletion/outcomes.js';
import { quotedReason } from '../deletion/quoted-reason.js';
import { acceptedOnly, denialInBody, denied, isUnfinished } from '../deletion/denial-in-body.js';
import type { ActionsResult } from './actions-task.js';

export interface DeletingVendor {
  readonly name: string;
  /** Whether the URL of each request contains the user. */
  readonly namesUser: boolean;
}

/** Statuses for an unknown user, if the URL of the request contains the user. */
const UNKNOWN_USER = new Set([404, 410]);

/** Returns the outcome if an answer ends the deletion; `undefined` if the deletion continues. */
export function judgeCall(vendor: DeletingVendor, answer: IncomingAnswer): Judgement | undefined {
  const { status } = answer;
  if (isUnknown(vendor, answer)) return undefined;
  if (status < 200 || status >= 300) return judgeAnswer(vendor.name, answer);
  const denial = denialInBody(answer);
  return denial === undefined ? undefined : denied(vendor.name, status, denial, 1);
}

/**
 * Returns the outcome of a deletion that no answer has ended. An integration can find a problem in
 * an answer with status 2xx.
 *
 * @param answers answers of the vendor
 * @param result result of the last run
 */
export function judgeRun(
  vendor: DeletingVendor,
  answers: readonly IncomingAnswer[],
  result: ActionsResult | { readonly error: string },
): DeletionOutcome {
  const { name } = vendor;
  const unknown = answers.some((answer) => isUnknown(vendor, answer));
  if ('error' in result) return failed(`${name}: ${result.error}`);
  if (result.unanswered !== undefined) {
    return failed(`The integration for ${name} makes too many requests.`);
  }
  const [failure] = result.failures;
  if (failure !== undefined && !unknown) {
    const reason = quotedReason(failure) ?? 'it gives no reason';
    // If no request was sent, the configuration or the integration is wrong. A retry cannot help.
    return answers.length === 0
      ? aborted(
          'configuration',
          `The integration for ${name} could not request the deletion: ${reason}.`,
        )
      : failed(`${name} did not delete the user: ${reason}.`);
  }
  if (answers.length === 0) {
    return aborted(
      'unsupported',
      `The integration for ${name} sent no request, so nothing was deleted.`,
    );
  }
  const unconfirmed = answers.find((answer) => answer.status === 202 || isUnfinished(answer));
  const notes = [
    ...(unknown ? [`${name} did not know the user.`] : []),
    ...(unconfirmed === undefined ? [] : [acceptedOnly(name, unconfirmed.status)]),
  ];
  return complete({ method: 'onDelete', ...(notes.length === 0 ? {} : { notes }) });
}

function isUnknown({ namesUser }: DeletingVendor, answer: IncomingAnswer): boolean {
  if (!namesUser || !UNKNOWN_USER.has(answer.status)) return false;
  return denialInBody(answer) !== 'page'; // a page comes from a proxy in front of the vendor
}
