import { CONDITION_WORDS, DELETION_STATE_WORDS, QUEUE_WORDS } from '@lethe/contracts/state-words';
import type { JobFilters, JobStatus, Queue } from '../../api/deletions.js';
import { formatNumber } from '../../lib/format-time.js';
import type { Tone } from '../../ui/index.js';

export interface HealthWord {
  readonly tone: Tone;
  readonly words: string;
  /** Until when. */
  readonly until?: string | undefined;
  /** Which jobs these are, as filters of the list of jobs. */
  readonly jobs?: JobFilters;
}

/** How many jobs are in some states; of a destination without a queue none. */
export function jobsIn(queue: Pick<Queue, 'states'> | undefined, states: readonly JobStatus[]) {
  return states.reduce((sum, state) => sum + (queue?.states[state]?.jobs ?? 0), 0);
}

/** Jobs that are not done, and go on by themselves. */
export function openJobs(queue: Queue | undefined): number {
  return jobsIn(queue, ['pending', 'running', 'failed']);
}

/** Jobs that somebody should look at, the worst first. The overview says the same of all queues. */
export const CONDITIONS = {
  overdue: {
    tone: 'danger',
    words: CONDITION_WORDS.overdue.words.toLowerCase(),
    jobs: { overdue: true },
  },
  needsAttention: { tone: 'danger', words: 'in need of attention', jobs: { attention: true } },
  held: { tone: 'warning', words: CONDITION_WORDS.held.words.toLowerCase(), jobs: { held: true } },
} as const satisfies Readonly<Record<string, HealthWord>>;

/**
 * How the deletions at a destination fare, the worst first: the one vocabulary for queues, on every page.
 *
 * @param queue undefined where nothing was ever deleted there
 * @param now milliseconds
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
    pausedAt !== undefined && { tone: 'warning', words: QUEUE_WORDS.pausedAt.words },
    count(queue.held, CONDITIONS.held),
    count(jobsIn(queue, ['failed']), {
      ...{ tone: 'warning', words: failed, jobs: { status: 'failed' } },
    }),
    isAhead(delayedUntil, now) && { tone: 'warning', words: backsOff, until: delayedUntil },
    count(openJobs(queue), { tone: 'info', words: 'open' }),
  ];
  const words = found.filter((one) => one !== false);
  return words.length === 0 ? [{ tone: 'success', words: QUEUE_WORDS.idle.words }] : words;
}

function count(jobs: number, word: HealthWord): HealthWord | false {
  return jobs > 0 && { ...word, words: `${formatNumber(jobs)} ${word.words}` };
}

function isAhead(time: string | undefined, now: number): boolean {
  return time !== undefined && Date.parse(time) > now;
}
