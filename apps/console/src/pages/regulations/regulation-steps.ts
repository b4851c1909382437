import { CONDITION_WORDS, DELETION_STATE_WORDS } from '@lethe/contracts/state-words';
import type { Deletion, Regulation } from '../../api/regulations.js';
import { isOpen, isUndone } from '../../features/deletions/deletion-facts.js';
import type { Tone } from '../../ui/tone.js';

/** A step of the one line that sums a regulation up. */
interface Step {
  readonly label: string;
  readonly at?: string | undefined;
  readonly tone: Tone;
  readonly isAhead?: boolean;
  /** Whether `at` may be a time that is still to come. */
  readonly mayBeAhead?: boolean;
}

export function stepsOf(regulation: Regulation): Step[] {
  const { createdAt, canceledAt, regulationType, deletions = [] } = regulation;
  const steps: Step[] = [{ label: 'Ordered', at: createdAt, tone: 'info' }];
  if (regulationType !== 'delete') {
    steps.push(
      canceledAt === null
        ? { label: 'Suppressed', at: createdAt, tone: 'success' }
        : { label: 'No longer suppressed', at: canceledAt, tone: 'neutral' },
    );
  }
  if (deletions.length > 0) steps.push(...stepsOfDeletions(deletions));
  if (canceledAt !== null) steps.push({ label: 'Canceled', at: canceledAt, tone: 'warning' });
  return steps;
}

function stepsOfDeletions(deletions: readonly Deletion[]): Step[] {
  const open = deletions.filter(isOpen);
  const complete = deletions.filter(({ status }) => status === 'complete').length;
  const aborted = deletions.filter(({ status }) => status === 'aborted').length;
  const failing = open.filter(({ attempts }) => attempts > 0).length;
  const steps: Step[] = [
    {
      label: `Deleted at ${complete} of ${deletions.length}`,
      at: open.length === 0 ? latest(deletions.map(({ finishedAt }) => finishedAt)) : undefined,
      tone: complete === deletions.length ? 'success' : complete === 0 ? 'neutral' : 'info',
      isAhead: complete === 0,
    },
  ];
  if (aborted > 0) {
    steps.push({ label: `${DELETION_STATE_WORDS.aborted.words} at ${aborted}`, tone: 'danger' });
  }
  if (failing > 0) {
    const next = earliest(open.map((one) => one.nextAttemptAt));
    const label = `${DELETION_STATE_WORDS.failed.words} at ${failing}, next attempt`;
    steps.push({ label, at: next, tone: 'warning', mayBeAhead: true });
  }
  const undone = deletions.filter(isUndone);
  const due = earliest(undone.map(({ dueAt }) => dueAt));
  if (due !== undefined) {
    const late = undone.some(({ overdue }) => overdue);
    steps.push({
      label: late ? `${CONDITION_WORDS.overdue.words} since` : 'Due',
      at: due,
      tone: late ? 'danger' : 'neutral',
      isAhead: !late,
      mayBeAhead: !late,
    });
  }
  return steps;
}

function earliest(times: readonly (string | undefined)[]): string | undefined {
  return times.filter((time) => time !== undefined).sort()[0];
}

function latest(times: readonly (string | undefined)[]): string | undefined {
  return times
    .filter((time) => time !== undefined)
    .sort()
    .at(-1);
}
