import {
  acceptedOnly,
  denialInBody,
  denied,
  isUnfinished,
  outcomes,
  type DeletionOutcome,
  type DeletionUser,
  type GoodAnswer,
  type RefusedUser,
} from '@lethe/destinations';
import { RECEIVER } from './webhook-target.js';
import { readRefused } from './read-refused.js';

/**
 * Reads an answer with status 2xx.
 *
 * @param users users of the call
 * @returns the refused users, if all other users are deleted; an outcome if the answer does not say
 *   so
 */
export function readGood(
  answer: GoodAnswer & { readonly truncated: boolean },
  users: readonly DeletionUser[],
): { readonly named: readonly RefusedUser[] } | DeletionOutcome {
  const denial = denialInBody(answer);
  if (denial !== undefined) return denied(RECEIVER, answer.status, denial, users.length);
  const named = readRefused(answer, users);
  return named === 'unreadable' ? unreadable() : { named };
}

/** Returns a note if the receiver has accepted the request, but has not confirmed the deletion. */
export function unconfirmed(answer: GoodAnswer): string | undefined {
  const { status } = answer;
  return status === 202 || isUnfinished(answer) ? acceptedOnly(RECEIVER, status) : undefined;
}

/**
 * @param users number of users that the receiver has deleted or did not know
 * @param note note for the record of the deletion
 */
export function completed(
  users: number,
  refused: readonly RefusedUser[],
  note?: string,
): DeletionOutcome {
  const notes = note === undefined ? {} : { notes: [note] };
  return outcomes.complete({ method: 'Deletion webhook', counts: { users }, ...notes }, refused);
}

/** Returns the outcome for an answer that possibly refuses users in an unreadable form. */
function unreadable(): DeletionOutcome {
  return outcomes.failed(
    `${RECEIVER} gave an answer whose "refused" cannot be read. It must be a list of objects, each with the userId or regulationId of a user in the request. The answer may have at most 1 MiB.`,
  );
}
