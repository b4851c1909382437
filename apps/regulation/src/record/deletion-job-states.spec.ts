import { DELETION_STATES, type DeletionState } from '@lethe/contracts';
import { mayBecome, statesBefore } from './deletion-job-states.js';

const LEGAL = new Set([
  'pending→running',
  'pending→canceled',
  'pending→aborted',
  'running→pending',
  'running→complete',
  'running→failed',
  'running→aborted',
  'failed→running',
  'failed→canceled',
  'failed→aborted',
  'aborted→excepted',
]);

const PAIRS = DELETION_STATES.flatMap((from) =>
  DELETION_STATES.map((to): [DeletionState, DeletionState, boolean] => [
    from,
    to,
    LEGAL.has(`${from}→${to}`),
  ]),
);

describe('states of a deletion job', () => {
  it.each(PAIRS)('allow the change %s → %s: %s', (from, to, legal) => {
    expect(mayBecome(from, to)).toBe(legal);
  });

  it('that can come before a given state are listed in SQL', () => {
    expect(statesBefore('running')).toBe("('pending', 'failed')");
    expect(statesBefore('complete')).toBe("('running')");
  });
});
