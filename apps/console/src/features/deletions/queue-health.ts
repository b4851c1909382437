import { CONDITION_WORDS, DELETION_STATE_WORDS, QUEUE_WORDS } from '../../api/state-words.js';
import { formatNumber } from '../../lib/format-time.js';
import type { Tone } from '../../ui/tone.js';
import type { DeletionsSearch } from '../../pages/deletions/deletions.search.js';
import type { DestinationDeletions } from '../../pages/destinations/deletions.queries.js';

export interface HealthWord {
  readonly tone: Tone;
  readonly words: string;
  /** Until when. */
  readonly until?: string | undefined;
  /** Which jobs these are, as filters of the list of jobs. */
  readonly jobs?: DeletionsSearch;
}

/** Jobs that are not done, and go on by themselves. */
export function openJobs({ states }: DestinationDeletions): number {
  return (states.pending?.jobs ?? 0) + (states.running?.jobs ?? 0) + (states.failed?.jobs ?? 0);
}

/**
 * How the deletions at a destination fare, the worst first: the one vocabulary for queues, on every page.
 *
 * @param queue undefined where nothing was ever deleted there
 * @param now milliseconds
 */
export function healthOf(queue: DestinationDeletions | undefined, now: number): HealthWord[] {
  if (queue === undefined) return [];
  const { pausedAt, delayedUntil } = queue;
  const found: readonly (HealthWord | false)[] = [
    count(queue.overdue, CONDITION_WORDS.overdue, 'danger', { overdue: true }),
    count(queue.needsAttention, 'in need of attention', 'danger', { attention: true }),
    pausedAt !== undefined && { tone: 'warning', words: QUEUE_WORDS.pausedAt },
    count(queue.held, CONDITION_WORDS.held, 'warning', { held: true }),
    count(queue.states.failed?.jobs, DELETION_STATE_WORDS.failed, 'warning', { status: 'failed' }),
    isAhead(delayedUntil, now) && {
      tone: 'warning',
      words: QUEUE_WORDS.delayedUntil,
      until: delayedUntil,
    },
    count(openJobs(queue), 'open', 'info'),
  ];
  const words = found.filter((one) => one !== false);
  return words.length === 0 ? [{ tone: 'success', words: QUEUE_WORDS.idle }] : words;
}

function count(
  jobs: number | undefined,
  words: string,
  tone: Tone,
  search?: DeletionsSearch,
): HealthWord | false {
  if (jobs === undefined || jobs === 0) return false;
  const text = `${formatNumber(jobs)} ${words.toLowerCase()}`;
  return { tone, words: text, ...(search && { jobs: search }) };
}

function isAhead(time: string | undefined, now: number): boolean {
  return time !== undefined && Date.parse(time) > now;
}
