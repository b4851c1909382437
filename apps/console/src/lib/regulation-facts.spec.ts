import type { Schemas } from '../api/client.js';
import { factsOf } from './regulation-facts.js';
import { stepsOf } from './regulation-steps.js';

const NOW = Date.parse('2026-11-21T12:00:00.000Z');
const at = (hour: number) => `2026-11-21T${String(hour).padStart(2, '0')}:00:00.000Z`;

const regulation = (
  deletions: Schemas['DestinationDeletionDto'][],
  change: Partial<Schemas['RegulationDetailDto']> = {},
): Schemas['RegulationDetailDto'] => ({
  ...{ id: 'r', workspaceId: 'w', canceled: false, regulationType: 'suppress_with_delete' },
  ...{ attributes: { userId: 'user-1' }, createdAt: at(8), canceledAt: null, createdBy: 'ann' },
  ...{ status: 'deleting', deletions },
  ...change,
});
const titles = (of: Schemas['RegulationDetailDto']) => factsOf(of, NOW).map(({ title }) => title);

describe('factsOf', () => {
  it('tells what happened in its order across destinations, and what is ahead behind it', () => {
    const facts = factsOf(
      regulation([
        {
          ...{ destinationId: 'crm', status: 'failed', attempts: 2, reason: 'Status 500.' },
          ...{ startedAt: at(9), nextAttemptAt: at(13), dueAt: at(20) },
        },
        {
          ...{ destinationId: 'hook', status: 'complete', attempts: 0 },
          ...{ startedAt: at(10), finishedAt: at(11), record: { method: 'POST' } },
        },
      ]),
      NOW,
    );
    expect(
      facts.map(({ title, destinationId = '', at: time, isAhead }) => [
        title,
        destinationId,
        time,
        isAhead,
      ]),
    ).toEqual([
      ['Ordered and stored', '', at(8), false],
      ['Suppressed at all sources', '', at(8), false],
      ['Deletion ordered at 2 destinations', '', at(8), false],
      ['Begun', 'crm', at(9), false],
      ['Failed 2 times', 'crm', undefined, false],
      ['Begun', 'hook', at(10), false],
      ['Deleted', 'hook', at(11), false],
      ['Next attempt', 'crm', at(13), true],
      ['Has to be done', 'crm', at(20), true],
    ]);
  });

  it('has each attempt at its time, and the end as the last of them', () => {
    const worker = 'lethe' as const;
    const facts = factsOf(
      regulation([
        {
          ...{ destinationId: 'crm', status: 'complete', attempts: 0, startedAt: at(9) },
          ...{ finishedAt: at(12), record: { method: 'POST' } },
          history: [
            { at: at(9), outcome: 'failed', worker, reason: 'Status 500.' },
            { at: at(10), outcome: 'aborted', worker, reason: 'Status 401.' },
            { at: at(11), outcome: 'retried', createdBy: 'alice' },
            { at: at(12), outcome: 'complete', worker },
          ],
        },
      ]),
      NOW,
    );
    const told = facts.filter(({ destinationId }) => destinationId === 'crm');
    expect(told.map(({ title, at: time, detail }) => [title, time, detail])).toEqual([
      ['Begun', at(9), undefined],
      ['Failed', at(9), 'Status 500.'],
      ['Given up', at(10), 'Status 401.'],
      ['Retried', at(11), undefined],
      ['Deleted', at(12), 'POST'],
    ]);
    expect(told.at(-1)?.by).toBe('Lethe’s worker');
    expect(new Set(facts.map(({ key }) => key)).size).toBe(facts.length);
  });

  it('says how many failures came before histories were kept', () => {
    const kept = { at: at(9), outcome: 'failed', reason: 'Status 500.' } as const;
    const job = { destinationId: 'crm', status: 'failed', attempts: 3, history: [kept] } as const;
    expect(titles(regulation([{ ...job, history: [kept] }])).slice(3)).toEqual([
      'Failed 2 times',
      'Failed',
    ]);
  });

  it('has no next attempt of what is held, and says since when something is overdue', () => {
    const held = { destinationId: 'crm', status: 'pending', attempts: 0, held: true } as const;
    expect(titles(regulation([{ ...held, nextAttemptAt: at(9), dueAt: at(10) }])).slice(3)).toEqual(
      [...['Overdue since', 'Held']],
    );
  });

  it('has nothing ahead of what has ended', () => {
    const aborted = { destinationId: 'crm', status: 'aborted', attempts: 5 } as const;
    const facts = factsOf(regulation([{ ...aborted, dueAt: at(20), nextAttemptAt: at(13) }]), NOW);
    expect(facts.filter(({ isAhead }) => isAhead)).toEqual([]);
  });
});

describe('stepsOf', () => {
  it('says of a canceled one that it suppresses no longer', () => {
    const canceled = regulation([], {
      ...{ canceledAt: at(9), canceled: true, regulationType: 'suppress', status: 'canceled' },
    });
    expect(stepsOf(canceled, NOW).map(({ label }) => label)).toEqual([
      ...['Ordered', 'No longer suppressed', 'Canceled'],
    ]);
  });
});
