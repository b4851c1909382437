import type { IncomingAnswer } from '@lethe/egress';
import type { DeletionOutcome } from '../deletion-provider.js';
import { judgeAnswer } from '../deletion/judge-answer.js';
import { judgeNoAnswer } from '../deletion/judge-no-answer.js';
import { quotedReason } from '../deletion/quoted-reason.js';
import { acceptedOnly, denialOf, denied, isUnfinished } from '../deletion/unseen-success.js';
import type { ActionsResult } from './actions-task.js';

/** A call that was made: what came back, or the egress client's error. */
export type Call = { readonly answer: IncomingAnswer } | { readonly error: unknown };

/** Of whom a deletion is asked. */
export interface DeletingVendor {
  readonly who: string;
  /** Whether the address of its requests names the user. */
  readonly namesUser: boolean;
}

/** Statuses that say: no such user. */
const NOT_THERE = new Set([404, 410]);

/** @returns what a call makes of the deletion at once; `undefined` when it goes on */
export function judgeCall(vendor: DeletingVendor, call: Call): DeletionOutcome | undefined {
  if ('error' in call) return judgeNoAnswer(vendor.who, call.error);
  const { status } = call.answer;
  if (isUnknown(vendor, call)) return undefined;
  if (status < 200 || status >= 300) return judgeAnswer(vendor.who, call.answer);
  const denial = denialOf(call.answer);
  return denial === undefined ? undefined : denied(vendor.who, status, denial, 1);
}

/**
 * Tells what a run made of a user, once the vendor had no objection: an integration may find one in an
 * answer with a good status.
 *
 * @param calls that were made
 * @param result of the last run
 */
export function judgeRun(
  vendor: DeletingVendor,
  calls: readonly Call[],
  result: ActionsResult | { readonly error: string },
): DeletionOutcome {
  const { who } = vendor;
  const unknown = calls.some((call) => isUnknown(vendor, call));
  if ('error' in result) return { status: 'failed', reason: `${who}: ${result.error}` };
  if (result.asked !== undefined) {
    return { status: 'failed', reason: `The integration for ${who} makes too many requests.` };
  }
  const [failure] = result.failures;
  if (failure !== undefined && !unknown) {
    const said = quotedReason(failure) ?? 'it does not say why';
    // Without a call it is the configuration or the integration, and the next attempt would fail as well.
    return calls.length === 0
      ? {
          status: 'aborted',
          cause: 'configuration',
          reason: `The integration for ${who} could not ask for the deletion: ${said}.`,
        }
      : { status: 'failed', reason: `${who} did not delete the user: ${said}.` };
  }
  if (calls.length === 0) {
    return {
      status: 'aborted',
      cause: 'unsupported',
      reason: `The integration for ${who} asked for nothing, so nothing was deleted.`,
    };
  }
  const accepted = calls.find(
    (call) => 'answer' in call && (call.answer.status === 202 || isUnfinished(call.answer)),
  );
  const acceptedWith = accepted !== undefined && 'answer' in accepted ? accepted.answer.status : 0;
  const notes = [
    ...(unknown ? [`${who} did not know the user.`] : []),
    ...(accepted === undefined ? [] : [acceptedOnly(who, acceptedWith)]),
  ];
  return {
    status: 'complete',
    record: { method: 'onDelete', ...(notes.length === 0 ? {} : { notes }) },
  };
}

function isUnknown({ namesUser }: DeletingVendor, call: Call): boolean {
  if (!namesUser || !('answer' in call) || !NOT_THERE.has(call.answer.status)) return false;
  return denialOf(call.answer) !== 'page'; // that of something before the vendor
}
