import { ATTEMPT_OUTCOME_WORDS } from '@lethe/contracts/state-words';
import type { Attempt } from '../../api/deletions.js';
import { countOf } from '../../lib/count-of.js';
import type { Fact } from './fact.js';
import type { Tone } from '../../ui/tone.js';

const TONES: Readonly<Record<Attempt['outcome'], Tone>> = {
  ...{ complete: 'success', accepted: 'info', delayed: 'warning', failed: 'warning' },
  ...{ refused: 'warning', released: 'neutral', aborted: 'danger', retried: 'info' },
};
/** Where no reason says more. */
const MEANINGS: Partial<Record<Attempt['outcome'], string>> = {
  accepted: 'The destination took the order, and has not said yet that it is done.',
  released: 'The worker stopped before it had called the destination to an end.',
};
const WORKERS: Readonly<Record<NonNullable<Attempt['worker']>, string>> = {
  lethe: 'Lethe’s worker',
  own_worker: 'your own worker',
  data_plane: 'the data plane',
};
/** After these another attempt was waited for; the others go on at once, or never. */
const WAITS: readonly Attempt['outcome'][] = ['accepted', 'delayed', 'failed'];

/** What each attempt came to, the oldest first, and where some are not kept any more. */
export function factsOfAttempts(history: readonly Attempt[]): Fact[] {
  return history.flatMap((attempt, n) => [...omitted(attempt, n), factOf(attempt, n)]);
}

function omitted({ omittedBefore }: Attempt, n: number): Fact[] {
  if (omittedBefore === undefined) return [];
  const title = `${countOf(omittedBefore, 'attempt')} not kept`;
  const detail = 'Of many, the first and the last are kept.';
  return [{ key: `omitted ${n}`, title, detail, tone: 'neutral' }];
}

function factOf(attempt: Attempt, n: number): Fact {
  const { at, outcome, reason, nextAttemptAt, times, since } = attempt;
  const [title, tone] = [ATTEMPT_OUTCOME_WORDS[outcome].words, TONES[outcome]];
  const by = doerOf(attempt);
  return {
    ...{ key: `attempt ${n}`, at, title, tone },
    detail: reason ?? MEANINGS[outcome],
    ...(by !== undefined && { by }),
    ...(times !== undefined && since !== undefined && { repeated: { times, since } }),
    ...(nextAttemptAt !== undefined && WAITS.includes(outcome) && { nextAt: nextAttemptAt }),
  };
}

function doerOf({ worker, createdBy }: Attempt): string | undefined {
  if (worker === undefined) return createdBy;
  return createdBy === undefined ? WORKERS[worker] : `${WORKERS[worker]} (${createdBy})`;
}
