import type { Schemas } from './client.js';

type Deletion = Schemas['DestinationDeletionDto'];

/** Milliseconds between two requests while a verification is under way. */
const POLL_MS = 3_000;
/** One that a person orders is due at once, and the console knows the time of the server only roughly. */
const SOON_MS = 60_000;
/** A page that stays open for longer waits in several steps. */
const LONGEST_MS = 3_600_000;

/**
 * Returns the time until the answer of a verification can be there. The gateway sends no event when
 * a verification ends, so the console asks again.
 *
 * @param now present time of the server, in milliseconds
 * @returns milliseconds; false if no verification is open
 */
export function verificationPollMs(
  deletions: readonly Pick<Deletion, 'verification'>[] = [],
  now: number,
): number | false {
  const waits = deletions.flatMap(({ verification }) => {
    const due = verification && nextDue(verification);
    if (due === undefined) return [];
    const left = Date.parse(due) - now;
    return left <= SOON_MS ? POLL_MS : Math.min(left - SOON_MS + POLL_MS, LONGEST_MS);
  });
  return waits.length === 0 ? false : Math.min(...waits);
}

/** Returns when the verification that is open was or is due. */
function nextDue({
  status,
  dueAt,
  nextCheckAt,
}: NonNullable<Deletion['verification']>): string | undefined {
  const isOpen = status === 'pending' || status === 'running' || status === 'failed';
  return isOpen ? dueAt : nextCheckAt;
}
