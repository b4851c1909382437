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
import { WHO } from './call-webhook.js';
import { readRefused } from './read-refused.js';

/**
 * Reads an answer with a good status.
 *
 * @param users of the call
 * @returns whom it refuses; an outcome where it does not say that the others are deleted
 */
export function readGood(
  answer: GoodAnswer & { readonly truncated: boolean },
  users: readonly DeletionUser[],
): { readonly named: readonly RefusedUser[] } | DeletionOutcome {
  const denial = denialInBody(answer);
  if (denial !== undefined) return denied(WHO, answer.status, denial, users.length);
  const named = readRefused(answer, users);
  return named === 'unreadable' ? unreadable() : { named };
}

/** The note of an order that is not done by its answer, while nowhere is to be asked how it stands. */
export function unconfirmed(answer: GoodAnswer): string | undefined {
  const { status } = answer;
  return status === 202 || isUnfinished(answer) ? acceptedOnly(WHO, status) : undefined;
}

/**
 * @param users whom the receiver deleted, or did not know
 * @param note what the reader of the record must know
 */
export function completed(
  users: number,
  refused: readonly RefusedUser[],
  note?: string,
): DeletionOutcome {
  const notes = note === undefined ? {} : { notes: [note] };
  return outcomes.complete({ method: 'Deletion webhook', counts: { users }, ...notes }, refused);
}

/** The answer may refuse users: it must not pass for a deletion of all of them. */
function unreadable(): DeletionOutcome {
  return outcomes.failed(
    `${WHO} gave an answer whose "refused" cannot be read: it has to be a list of objects with the userId or regulationId of a user of the call, in at most 1 MiB.`,
  );
}
