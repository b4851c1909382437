import { ATTEMPT_OUTCOME_WORDS } from '@lethe/contracts/state-words';
import type { Attempt } from '../../api/deletions.js';
import type { Fact } from './fact.js';
import { TEXTS } from './texts.js';
import type { Tone } from '../../ui/tone.js';

const { attemptFacts: texts } = TEXTS;

const TONES: Readonly<Record<Attempt['outcome'], Tone>> = {
  ...{ complete: 'success', accepted: 'info', delayed: 'warning', failed: 'warning' },
  ...{ refused: 'warning', released: 'neutral', aborted: 'danger', retried: 'info' },
  ...{ excepted: 'neutral', found: 'danger' },
};
/** Texts that are shown if the attempt has no reason. */
const MEANINGS: Partial<Record<Attempt['outcome'], string>> = {
  accepted: ATTEMPT_OUTCOME_WORDS.accepted.meaning,
  released: ATTEMPT_OUTCOME_WORDS.released.meaning,
  found: ATTEMPT_OUTCOME_WORDS.found.meaning,
};
const WORKERS: Readonly<Record<NonNullable<Attempt['worker']>, string>> = texts.workers;
/** Outcomes after which a job waits for the next attempt. */
const WAITS: readonly Attempt['outcome'][] = ['accepted', 'delayed', 'failed'];

/** Returns facts about the attempts and about gaps in the history, oldest first. */
export function factsOfAttempts(history: readonly Attempt[]): Fact[] {
  return history.flatMap((attempt, n) => [...omitted(attempt, n), factOf(attempt, n)]);
}

function omitted({ omittedBefore }: Attempt, n: number): Fact[] {
  if (omittedBefore === undefined) return [];
  const title = texts.notStored(omittedBefore);
  return [{ key: `omitted ${n}`, title, detail: texts.whichAreStored, tone: 'neutral' }];
}

function factOf(attempt: Attempt, n: number): Fact {
  const { at, outcome, reason, found, nextAttemptAt, times, since } = attempt;
  const [title, tone] = [ATTEMPT_OUTCOME_WORDS[outcome].words, TONES[outcome]];
  const meaning = reason ?? MEANINGS[outcome];
  const by = actorOf(attempt);
  return {
    ...{ key: `attempt ${n}`, at, title, tone },
    detail: found === undefined ? meaning : texts.found(found, meaning ?? ''),
    ...(by !== undefined && { by }),
    ...(times !== undefined && since !== undefined && { repeated: { times, since } }),
    ...(nextAttemptAt !== undefined && WAITS.includes(outcome) && { nextAt: nextAttemptAt }),
  };
}

function actorOf({ worker, createdBy }: Attempt): string | undefined {
  if (worker === undefined) return createdBy;
  return createdBy === undefined ? WORKERS[worker] : texts.withToken(WORKERS[worker], createdBy);
}
