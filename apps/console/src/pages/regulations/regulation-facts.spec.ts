import { DELETION_STATE_WORDS } from '@lethe/contracts/state-words';
import type { Schemas } from '../../api/client.js';
import { factsOf } from './regulation-facts.js';
import { stepsOf } from './regulation-steps.js';

const at = (hour: number) => `2026-11-21T${String(hour).padStart(2, '0')}:00:00.000Z`;

const regulation = (
  deletions: (Omit<Schemas['DestinationDeletionDto'], 'overdue'> & { overdue?: boolean })[],
  change: Partial<Schemas['RegulationDetailDto']> = {},
): Schemas['RegulationDetailDto'] => ({
  ...{ id: 'r', workspaceId: 'w', canceled: false, regulationType: 'suppress_with_delete' },
  ...{ attributes: { userId: 'user-1' }, createdAt: at(8), canceledAt: null, createdBy: 'ann' },
  ...{ status: 'deleting', deletions: deletions.map((one) => ({ overdue: false, ...one })) },
  ...change,
});
const titles = (of: Schemas['RegulationDetailDto']) => factsOf(of).map(({ title }) => title);

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
    );
    expect(
      facts.map(({ title, destinationId = '', at: time, isAhead = false }) => [
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
      ['Complete', 'hook', at(11), false],
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
    );
    const told = facts.filter(({ destinationId }) => destinationId === 'crm');
    expect(told.map(({ title, at: time, detail }) => [title, time, detail])).toEqual([
      ['Begun', at(9), undefined],
      ['Failed', at(9), 'Status 500.'],
      ['Failed permanently', at(10), 'Status 401.'],
      ['Retried', at(11), undefined],
      ['Complete', at(12), 'POST'],
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
    expect(
      titles(regulation([{ ...held, nextAttemptAt: at(9), dueAt: at(10), overdue: true }])).slice(
        3,
      ),
    ).toEqual([...['Overdue since', 'On hold']]);
  });

  it('has of what failed permanently only its deadline ahead, and says when that has passed', () => {
    const aborted = {
      destinationId: 'crm',
      status: 'aborted',
      attempts: 5,
      dueAt: at(20),
    } as const;
    const facts = factsOf(regulation([{ ...aborted, nextAttemptAt: at(13) }]));
    expect(facts.filter(({ isAhead }) => isAhead).map(({ title }) => title)).toEqual([
      'Has to be done',
    ]);
    expect(titles(regulation([{ ...aborted, overdue: true }]))).toContain('Overdue since');
    const labels = stepsOf(regulation([{ ...aborted, overdue: true }])).map(({ label }) => label);
    expect(labels).toEqual(expect.arrayContaining(['Failed permanently at 1', 'Overdue since']));
  });

  it.each(['complete', 'aborted', 'canceled'] as const)(
    'has nothing ahead of what has ended as %s without a deadline, and its word',
    (status) => {
      const facts = factsOf(regulation([{ destinationId: 'crm', status, attempts: 0 }]));
      expect(facts.filter(({ isAhead }) => isAhead)).toEqual([]);
      expect(facts.at(-1)?.title).toBe(DELETION_STATE_WORDS[status].words);
    },
  );
});

describe('stepsOf', () => {
  it('says of a canceled one that it suppresses no longer', () => {
    const canceled = regulation([], {
      ...{ canceledAt: at(9), canceled: true, regulationType: 'suppress', status: 'canceled' },
    });
    expect(stepsOf(canceled).map(({ label }) => label)).toEqual([
      ...['Ordered', 'No longer suppressed', 'Canceled'],
    ]);
  });
});
