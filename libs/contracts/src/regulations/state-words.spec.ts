import { ATTEMPT_OUTCOMES } from './deletion-attempt.js';
import { DELETION_STATES, REGULATION_STATUSES } from './regulation-states.js';
import {
  ATTEMPT_OUTCOME_WORDS,
  CONDITION_WORDS,
  DELETION_STATE_WORDS,
  REGULATION_STATUS_WORDS,
} from './state-words.js';

const KINDS = [
  [REGULATION_STATUSES, REGULATION_STATUS_WORDS],
  [DELETION_STATES, DELETION_STATE_WORDS],
  [ATTEMPT_OUTCOMES, ATTEMPT_OUTCOME_WORDS],
] as const;

describe('the words of states', () => {
  it.each(KINDS)('are there for each of %j, and different', (states, words) => {
    expect(Object.keys(words)).toEqual([...states]);
    const said = [...Object.values(words), ...Object.values(CONDITION_WORDS)].map(
      (one) => one.words,
    );
    expect(new Set(said).size).toBe(said.length);
  });

  it('are the same for a state of a job and for the attempt that led to it', () => {
    for (const name of ['complete', 'aborted'] as const) {
      expect(ATTEMPT_OUTCOME_WORDS[name].words).toBe(DELETION_STATE_WORDS[name].words);
    }
  });
});
