import type { DeletionOutcome, RefusedUser } from '@lethe/destinations';
import { WHO } from './call-webhook.js';

/** @param users whom the receiver deleted, or did not know */
export function completed(users: number, refused: readonly RefusedUser[]): DeletionOutcome {
  return {
    status: 'complete',
    record: { method: 'Deletion webhook', counts: { users } },
    ...(refused.length === 0 ? {} : { refused }),
  };
}

/** The answer may refuse users: it must not pass for a deletion of all of them. */
export function unreadable(): DeletionOutcome {
  return {
    status: 'failed',
    reason: `${WHO} gave an answer whose "refused" cannot be read: it has to be a list of objects with the userId or regulationId of a user of the call, in at most 1 MiB.`,
  };
}
