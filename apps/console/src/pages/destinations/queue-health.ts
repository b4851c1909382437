import type { Tone } from '../../ui/index.js';
import type { DestinationDeletions } from './deletions.queries.js';

export interface HealthWord {
  readonly tone: Tone;
  readonly words: string;
}

/** Jobs that are not done, and go on by themselves. */
export function openJobs({ states }: DestinationDeletions): number {
  return (states.pending?.jobs ?? 0) + (states.running?.jobs ?? 0) + (states.failed?.jobs ?? 0);
}

/**
 * How the deletions at a destination fare, the worst first.
 *
 * @param queue undefined where nothing was ever deleted there
 * @param now milliseconds
 */
export function healthOf(queue: DestinationDeletions | undefined, now: number): HealthWord[] {
  if (queue === undefined) return [];
  const open = openJobs(queue);
  const found: readonly (HealthWord | false)[] = [
    queue.overdue > 0 && { tone: 'danger', words: `${queue.overdue} overdue` },
    count(queue.needsAttention, 'in need of attention', 'danger'),
    queue.pausedAt !== undefined && { tone: 'warning', words: 'Paused' },
    count(queue.held, 'on hold', 'warning'),
    count(queue.states.failed?.jobs, 'failed, will retry', 'warning'),
    isAhead(queue.delayedUntil, now) && { tone: 'warning', words: 'Backing off' },
    open > 0 && { tone: 'info', words: `${open} open` },
  ];
  const words = found.filter((one) => one !== false);
  return words.length === 0 ? [{ tone: 'success', words: 'Nothing open' }] : words;
}

function count(jobs: number | undefined, words: string, tone: Tone): HealthWord | false {
  return jobs !== undefined && jobs > 0 && { tone, words: `${jobs} ${words}` };
}

function isAhead(time: string | undefined, now: number): boolean {
  return time !== undefined && Date.parse(time) > now;
}
