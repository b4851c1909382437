import type { Schemas } from '../../api/client.js';
import { factsOfAttempts } from './attempt-facts.js';

const AT = '2026-11-21T08:00:00.000Z';
const LATER = '2026-11-21T09:00:00.000Z';
const factsOf = (...history: Schemas['DeletionAttemptDto'][]) => factsOfAttempts(history);

describe('factsOfAttempts', () => {
  it('says why, whose attempt it was, and when the next was to come', () => {
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

  it('names the token of a retry, and that of an own worker', () => {
    const facts = factsOf(
      { at: AT, outcome: 'retried', createdBy: 'alice' },
      { at: LATER, outcome: 'complete', worker: 'own_worker', createdBy: 'crm' },
    );
    expect(facts.map(({ title, by }) => [title, by])).toEqual([
      ['Retried', 'alice'],
      ['Complete', 'your own worker (crm)'],
    ]);
  });

  it('says how often in a row, and where some are not kept any more', () => {
    const accepted = { outcome: 'accepted', worker: 'data_plane' } as const;
    const facts = factsOf(
      { at: AT, ...accepted, times: 700, since: AT },
      { at: LATER, outcome: 'aborted', reason: 'No.', omittedBefore: 12 },
    );
    expect(facts.map(({ title, at }) => [title, at])).toEqual([
      ['Handed over', AT],
      ['12 attempts not kept', undefined],
      ['Failed permanently', LATER],
    ]);
    expect(facts[0]).toMatchObject({ repeated: { times: 700, since: AT } });
  });

  it('has a key of its own for each', () => {
    const facts = factsOf(
      { at: AT, outcome: 'failed' },
      { at: AT, outcome: 'failed', omittedBefore: 1 },
    );
    expect(new Set(facts.map(({ key }) => key)).size).toBe(3);
  });
});
