import { CONDITION_WORDS, DELETION_STATE_WORDS, QUEUE_WORDS } from '@lethe/contracts/state-words';
import type { JobFilters, JobStatus, Queue } from '../../api/deletions.js';
import { formatNumber } from '../../lib/format-time.js';
import type { Tone } from '../../ui/index.js';
import { TEXTS } from './texts.js';

const { queueHealth: texts } = TEXTS;

export interface HealthWord {
  readonly tone: Tone;
  readonly words: string;
  /** Words for a single job, if they differ from `words`. */
  readonly one?: string;
  readonly until?: string | undefined;
  /** Filters that list the counted jobs. */
  readonly jobs?: JobFilters;
}

/** Counts the jobs in the given states. Returns 0 if there is no queue. */
export function jobsIn(queue: Pick<Queue, 'states'> | undefined, states: readonly JobStatus[]) {
  return states.reduce((sum, state) => sum + (queue?.states[state]?.jobs ?? 0), 0);
}

/** Counts jobs that have not ended. */
export function openJobs(queue: Queue | undefined): number {
  return jobsIn(queue, ['pending', 'running', 'failed']);
}

/** Conditions that a person must resolve, the worst first. */
export const CONDITIONS = {
  overdue: {
    tone: 'danger',
    words: CONDITION_WORDS.overdue.words.toLowerCase(),
    jobs: { overdue: true },
  },
  dueSoon: { tone: 'warning', words: texts.dueSoon, jobs: { dueSoon: true } },
  needsAttention: {
    ...{ tone: 'danger', words: texts.needsAttention.many, one: texts.needsAttention.one },
    jobs: { attention: true },
  },
  foundAgain: {
    tone: 'danger',
    words: texts.foundAgain,
    jobs: { found: true },
  },
  held: { tone: 'warning', words: CONDITION_WORDS.held.words.toLowerCase(), jobs: { held: true } },
} as const satisfies Readonly<Record<string, HealthWord>>;

/**
 * Returns the conditions of a destination queue, the worst first.
 *
 * @param queue undefined if the destination never had a deletion
 * @param now milliseconds since the epoch
 */
export function healthOf(queue: Queue | undefined, now: number): HealthWord[] {
  if (queue === undefined) return [];
  const { pausedAt, delayedUntil } = queue;
  const [failed, backsOff] = [
    DELETION_STATE_WORDS.failed.words.toLowerCase(),
    QUEUE_WORDS.delayedUntil.words,
  ];
  const found: readonly (HealthWord | false)[] = [
    count(queue.overdue, CONDITIONS.overdue),
    count(queue.needsAttention, CONDITIONS.needsAttention),
    count(queue.foundAgain, CONDITIONS.foundAgain),
    count(queue.dueSoon, CONDITIONS.dueSoon),
    pausedAt !== undefined && { tone: 'warning', words: QUEUE_WORDS.pausedAt.words },
    count(queue.held, CONDITIONS.held),
    count(jobsIn(queue, ['failed']), {
      ...{ tone: 'warning', words: failed, jobs: { status: 'failed' } },
    }),
    isAhead(delayedUntil, now) && { tone: 'warning', words: backsOff, until: delayedUntil },
    count(openJobs(queue), { tone: 'info', words: texts.open }),
  ];
  const words = found.filter((one) => one !== false);
  return words.length === 0 ? [{ tone: 'success', words: QUEUE_WORDS.idle.words }] : words;
}

function count(jobs: number, word: HealthWord): HealthWord | false {
  const { one = word.words, ...rest } = word;
  return jobs > 0 && { ...rest, words: `${formatNumber(jobs)} ${jobs === 1 ? one : word.words}` };
}

function isAhead(time: string | undefined, now: number): boolean {
  return time !== undefined && Date.parse(time) > now;
}
