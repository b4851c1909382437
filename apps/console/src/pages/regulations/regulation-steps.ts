import { CONDITION_WORDS, DELETION_STATE_WORDS } from '@lethe/contracts/state-words';
import type { Deletion, Regulation } from '../../api/regulations.js';
import { isOpen, isUndone } from '../../features/deletions/deletion-facts.js';
import type { Tone } from '../../ui/tone.js';
import { TEXTS } from './texts.js';

const { regulationSteps: texts } = TEXTS;

/** A step of the summary line. */
interface Step {
  readonly label: string;
  readonly at?: string | undefined;
  readonly tone: Tone;
  readonly isAhead?: boolean;
  /** True if `at` can be in the future. */
  readonly mayBeAhead?: boolean;
  /** True if `at` has legal relevance, such as a deadline. */
  readonly isDated?: boolean;
}

export function stepsOf(regulation: Regulation): Step[] {
  const { createdAt, canceledAt, regulationType, deletions = [] } = regulation;
  const steps: Step[] = [{ label: texts.created, at: createdAt, tone: 'info' }];
  if (regulationType !== 'delete') {
    steps.push(
      canceledAt === null
        ? { label: texts.suppressed, at: createdAt, tone: 'success', isDated: true }
        : { label: texts.noLongerSuppressed, at: canceledAt, tone: 'neutral', isDated: true },
    );
  }
  if (deletions.length > 0) steps.push(...stepsOfDeletions(deletions));
  if (canceledAt !== null) steps.push({ label: texts.canceled, at: canceledAt, tone: 'warning' });
  return steps;
}

function stepsOfDeletions(deletions: readonly Deletion[]): Step[] {
  const open = deletions.filter(isOpen);
  const complete = deletions.filter(({ status }) => status === 'complete').length;
  const aborted = deletions.filter(({ status }) => status === 'aborted').length;
  const failing = open.filter(({ attempts }) => attempts > 0).length;
  const steps: Step[] = [
    {
      label: texts.deleted(complete, deletions.length),
      at: open.length === 0 ? latest(deletions.map(({ finishedAt }) => finishedAt)) : undefined,
      tone: complete === deletions.length ? 'success' : complete === 0 ? 'neutral' : 'info',
      isAhead: complete === 0,
    },
  ];
  if (aborted > 0) {
    const label = texts.at(DELETION_STATE_WORDS.aborted.words, aborted);
    steps.push({ label, tone: 'danger' });
  }
  if (failing > 0) {
    const next = earliest(open.map((one) => one.nextAttemptAt));
    const label = texts.nextAttempt(DELETION_STATE_WORDS.failed.words, failing);
    steps.push({ label, at: next, tone: 'warning', mayBeAhead: true });
  }
  const undone = deletions.filter(isUndone);
  const due = earliest(undone.map(({ dueAt }) => dueAt));
  if (due !== undefined) {
    const late = undone.some(({ overdue }) => overdue);
    steps.push({
      label: late ? texts.since(CONDITION_WORDS.overdue.words) : texts.deadline,
      at: due,
      tone: late ? 'danger' : 'neutral',
      isAhead: !late,
      mayBeAhead: !late,
      isDated: true,
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
