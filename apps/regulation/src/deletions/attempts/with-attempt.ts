import type { DeletionAttemptDto } from '@lethe/api/deletions';
import type { AttemptOutcome } from '@lethe/contracts';

/** Entries of a history that are kept before the one that ends it: the first, and the last of them. */
export const KEPT_ATTEMPTS = 20;

/** Whose attempt it was. */
export type AttemptBy = Pick<DeletionAttemptDto, 'worker' | 'createdBy'>;
/** An attempt that ends now: the statement that stores it says when that is. */
export type EndedAttempt = Omit<DeletionAttemptDto, 'at' | 'nextAttemptAt'>;

/** Of these there may be hundreds in a row, an hour after the other: those that say the same are one entry. */
const REPEATED: readonly AttemptOutcome[] = ['accepted', 'delayed', 'released'];

/**
 * A history with one more attempt, bounded: the first entry stays, and of the others the last ones. How many were left out between
 * them is said where they were.
 *
 * @returns the entries that stay before it, and its own
 */
export function withAttempt(
  history: readonly DeletionAttemptDto[],
  attempt: EndedAttempt,
): { readonly earlier: readonly DeletionAttemptDto[]; readonly last: EndedAttempt } {
  const before = history.at(-1);
  if (before === undefined || !isRepeat(before, attempt)) {
    return { earlier: withRoom(history), last: attempt };
  }
  const { omittedBefore } = before;
  const last = {
    ...attempt,
    times: timesOf(before) + 1,
    since: before.since ?? before.at,
    ...(omittedBefore === undefined ? {} : { omittedBefore }),
  };
  return { earlier: history.slice(0, -1), last };
}

function isRepeat(before: DeletionAttemptDto, attempt: EndedAttempt): boolean {
  return (
    REPEATED.includes(attempt.outcome) &&
    before.outcome === attempt.outcome &&
    before.reason === attempt.reason &&
    before.worker === attempt.worker &&
    before.createdBy === attempt.createdBy
  );
}

function withRoom(history: readonly DeletionAttemptDto[]): readonly DeletionAttemptDto[] {
  const surplus = history.length + 1 - KEPT_ATTEMPTS;
  if (surplus <= 0) return history;
  const [first, ...others] = history;
  const [next, ...rest] = others.slice(surplus);
  if (first === undefined || next === undefined) return history;
  const omitted = [
    ...others.slice(0, surplus).map((one) => timesOf(one) + omittedOf(one)),
    omittedOf(next),
  ];
  return [first, { ...next, omittedBefore: omitted.reduce((sum, one) => sum + one, 0) }, ...rest];
}

function timesOf({ times = 1 }: Pick<DeletionAttemptDto, 'times'>): number {
  return times;
}

function omittedOf({ omittedBefore = 0 }: DeletionAttemptDto): number {
  return omittedBefore;
}
