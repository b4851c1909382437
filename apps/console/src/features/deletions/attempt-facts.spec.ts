import type { Schemas } from '../../api/client.js';
import { factsOfAttempts } from './attempt-facts.js';

const AT = '2026-11-21T08:00:00.000Z';
const LATER = '2026-11-21T09:00:00.000Z';
const factsOf = (...history: Schemas['DeletionAttemptDto'][]) => factsOfAttempts(history);

describe('factsOfAttempts', () => {
  it('shows reason, worker and next attempt', () => {
    expect(
      factsOf({
        at: AT,
        outcome: 'failed',
        worker: 'lethe',
        reason: 'Status 500.',
        nextAttemptAt: LATER,
      }),
    ).toMatchObject([
      { at: AT, title: 'Failed', detail: 'Status 500.', by: 'Lethe’s worker', nextAt: LATER },
    ]);
  });

  it('shows the name of the token of a retry and of a self-hosted worker', () => {
    const facts = factsOf(
      { at: AT, outcome: 'retried', createdBy: 'alice' },
      { at: LATER, outcome: 'complete', worker: 'own_worker', createdBy: 'crm' },
    );
    expect(facts.map(({ title, by }) => [title, by])).toEqual([
      ['Retried', 'alice'],
      ['Complete', 'your self-hosted worker (crm)'],
    ]);
  });

  it('shows how often an outcome was repeated, and how many attempts were not stored', () => {
    const accepted = { outcome: 'accepted', worker: 'data_plane' } as const;
    const facts = factsOf(
      { at: AT, ...accepted, times: 700, since: AT },
      { at: LATER, outcome: 'aborted', reason: 'No.', omittedBefore: 12 },
    );
    expect(facts.map(({ title, at }) => [title, at])).toEqual([
      ['Handed over', AT],
      ['12 attempts not stored', undefined],
      ['Failed permanently', LATER],
    ]);
    expect(facts[0]).toMatchObject({ repeated: { times: 700, since: AT } });
  });

  it('gives each fact a unique key', () => {
    const facts = factsOf(
      { at: AT, outcome: 'failed' },
      { at: AT, outcome: 'failed', omittedBefore: 1 },
    );
    expect(new Set(facts.map(({ key }) => key)).size).toBe(3);
  });
});
