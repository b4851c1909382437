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
const titles = (detail: Schemas['RegulationDetailDto']) =>
  factsOf(detail).map(({ title }) => title);

describe('factsOf', () => {
  it('returns past facts of all destinations by time, and then future facts', () => {
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
      ['Regulation created', '', at(8), false],
      ['Suppressed at all sources', '', at(8), false],
      ['Deletion ordered at 2 destinations', '', at(8), false],
      ['Started', 'crm', at(9), false],
      ['Failed 2 times', 'crm', undefined, false],
      ['Started', 'hook', at(10), false],
      ['Complete', 'hook', at(11), false],
      ['Next attempt', 'crm', at(13), true],
      ['Deadline', 'crm', at(20), true],
    ]);
  });

  it('returns what was found, when the destination is asked next, and the basis of an exception', () => {
    const verification = { status: 'found', dueAt: at(9), checkedAt: at(10), found: 3 } as const;
    const again = { ...verification, nextCheckAt: at(20) };
    const deletion = { destinationId: 'pg', attempts: 0, overdue: false, finishedAt: at(9) };
    const facts = factsOf(
      regulation([{ ...deletion, status: 'complete', verification: again }]),
    ).slice(-2);
    expect(facts).toMatchObject([
      { title: 'Found again', at: at(10), detail: '3 found for this user' },
      { title: 'Next check', at: at(20), isAhead: true, isDated: true },
    ]);
    const exception = { at: at(9), createdBy: 'ann', reason: 'Gone.', basis: 'Article 17' };
    const [excepted] = factsOf(regulation([{ ...deletion, status: 'excepted', exception }])).slice(
      -1,
    );
    expect(excepted!.detail).toBe('\u2068Gone.\u2069 (basis: \u2068Article 17\u2069)');
    const history = [{ at: at(9), outcome: 'found' as const, found: 2 }];
    const ordered = factsOf(regulation([{ ...deletion, status: 'complete', history }]));
    expect(ordered.map(({ detail }) => detail)).toContainEqual(
      expect.stringMatching(/^2 found\. Not an attempt/) as string,
    );
  });

  it('returns what a verification found after the end, and when the next one is due', () => {
    const verified = (verification: Schemas['VerificationDto']) => {
      const deletion = { destinationId: 'pg', attempts: 0, finishedAt: at(9), verification };
      const facts = factsOf(regulation([{ ...deletion, status: 'complete' }]));
      const { title, at: time, isAhead, detail, tone, by } = facts.at(-1)!;
      return { title, time, isAhead, detail, tone, by };
    };
    expect(verified({ status: 'pending', dueAt: at(20), nextAttemptAt: at(20) })).toMatchObject({
      ...{ title: 'Check waits', time: at(20), isAhead: true },
    });
    const record = { method: 'count', counts: { users: 2 } };
    expect(verified({ status: 'absent', dueAt: at(10), checkedAt: at(11), record })).toEqual({
      ...{ title: 'Absent', time: at(11), isAhead: false, tone: 'success', by: undefined },
      detail: 'count, users: 2',
    });
    const found = { status: 'found', dueAt: at(10), checkedAt: at(11), found: 3 } as const;
    expect(verified({ ...found, record, createdBy: 'ann' })).toMatchObject({
      ...{ title: 'Found again', tone: 'danger', by: 'ann' },
      detail: '3 found for this user. count, users: 2',
    });
    const reason = 'No way to ask.';
    expect(
      verified({ status: 'cannot_be_checked', dueAt: at(10), checkedAt: at(10), reason }),
    ).toMatchObject({ title: 'Cannot be checked', tone: 'warning', detail: reason });
  });

  it('returns all attempts by time, and the end of the deletion as the last fact', () => {
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
    const shown = facts.filter(({ destinationId }) => destinationId === 'crm');
    expect(shown.map(({ title, at: time, detail }) => [title, time, detail])).toEqual([
      ['Started', at(9), undefined],
      ['Failed', at(9), 'Status 500.'],
      ['Failed permanently', at(10), 'Status 401.'],
      ['Retried', at(11), undefined],
      ['Complete', at(12), 'POST'],
    ]);
    expect(shown.at(-1)?.by).toBe('Lethe’s worker');
    expect(new Set(facts.map(({ key }) => key)).size).toBe(facts.length);
  });

  it('counts failures that happened before histories were stored', () => {
    const kept = { at: at(9), outcome: 'failed', reason: 'Status 500.' } as const;
    const job = { destinationId: 'crm', status: 'failed', attempts: 3, history: [kept] } as const;
    expect(titles(regulation([{ ...job, history: [kept] }])).slice(3)).toEqual([
      'Failed 2 times',
      'Failed',
    ]);
  });

  it('returns no next attempt for a deletion on hold, but the time when it became overdue', () => {
    const held = { destinationId: 'crm', status: 'pending', attempts: 0, held: true } as const;
    expect(
      titles(regulation([{ ...held, nextAttemptAt: at(9), dueAt: at(10), overdue: true }])).slice(
        3,
      ),
    ).toEqual([...['Overdue since', 'On hold']]);
  });

  it('returns the deadline after a permanent failure, even if it has passed', () => {
    const aborted = {
      destinationId: 'crm',
      status: 'aborted',
      attempts: 5,
      dueAt: at(20),
    } as const;
    const facts = factsOf(regulation([{ ...aborted, nextAttemptAt: at(13) }]));
    expect(facts.filter(({ isAhead }) => isAhead).map(({ title }) => title)).toEqual(['Deadline']);
    expect(titles(regulation([{ ...aborted, overdue: true }]))).toContain('Overdue since');
    const labels = stepsOf(regulation([{ ...aborted, overdue: true }])).map(({ label }) => label);
    expect(labels).toEqual(expect.arrayContaining(['Failed permanently at 1', 'Overdue since']));
  });

  it.each(['complete', 'aborted', 'canceled'] as const)(
    'returns no future fact for a deletion in state %s without deadline, and ends with this state',
    (status) => {
      const facts = factsOf(regulation([{ destinationId: 'crm', status, attempts: 0 }]));
      expect(facts.filter(({ isAhead }) => isAhead)).toEqual([]);
      expect(facts.at(-1)?.title).toBe(DELETION_STATE_WORDS[status].words);
    },
  );
});

describe('stepsOf', () => {
  it('shows that a canceled regulation no longer suppresses the user', () => {
    const canceled = regulation([], {
      ...{ canceledAt: at(9), canceled: true, regulationType: 'suppress', status: 'canceled' },
    });
    expect(stepsOf(canceled).map(({ label }) => label)).toEqual([
      ...['Created', 'No longer suppressed', 'Canceled'],
    ]);
  });
});
