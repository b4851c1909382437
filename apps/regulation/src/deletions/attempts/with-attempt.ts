import type { DeletionAttemptDto } from '@lethe/api/deletions';
import type { AttemptOutcome } from '@lethe/contracts';

/**
 * Maximum number of entries in a history. When an entry is added to a full history, the second
 * entry is removed.
 */
export const KEPT_ATTEMPTS = 20;

/** The kind of worker that made an attempt, and the name of its token. */
export type AttemptBy = Pick<DeletionAttemptDto, 'worker' | 'createdBy'>;
/**
 * An attempt that ends now. It has no time yet, because the statement that stores it sets the time.
 */
export type EndedAttempt = Omit<DeletionAttemptDto, 'at' | 'nextAttemptAt'>;

/**
 * Outcomes that can repeat hundreds of times, for example once an hour. Consecutive equal attempts
 * with these outcomes are merged.
 */
const REPEATED: readonly AttemptOutcome[] = ['accepted', 'delayed', 'released'];

/**
 * Adds an attempt to a history. If the history is full, removes the second entry. `omittedBefore`
 * of the new second entry counts all removed attempts.
 *
 * @returns in `earlier` the entries before the attempt, and in `last` the entry of the attempt. If
 *   the attempt repeats the previous entry, `last` replaces that entry, and `earlier` does not
 *   contain it
 */
export function withAttempt(
  history: readonly DeletionAttemptDto[],
  attempt: EndedAttempt,
): { readonly earlier: readonly DeletionAttemptDto[]; readonly last: EndedAttempt } {
  const before = history.at(-1);
  if (before === undefined || !isRepeat(before, attempt)) {
    return { earlier: withoutSurplus(history), last: attempt };
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

function withoutSurplus(history: readonly DeletionAttemptDto[]): readonly DeletionAttemptDto[] {
  const surplus = history.length + 1 - KEPT_ATTEMPTS;
  if (surplus <= 0) return history;
  const [first, ...others] = history;
  const [next, ...later] = others.slice(surplus);
  if (first === undefined || next === undefined) return history;
  const omitted = [
    ...others.slice(0, surplus).map((entry) => timesOf(entry) + omittedOf(entry)),
    omittedOf(next),
  ];
  return [first, { ...next, omittedBefore: omitted.reduce((sum, n) => sum + n, 0) }, ...later];
}

function timesOf({ times = 1 }: Pick<DeletionAttemptDto, 'times'>): number {
  return times;
}

function omittedOf({ omittedBefore = 0 }: DeletionAttemptDto): number {
  return omittedBefore;
}
