import { healthOf } from './queue-health.js';

const NOW = Date.parse('2026-11-24T12:00:00Z');
const NONE = { overdue: 0, dueSoon: 0, needsAttention: 0, foundAgain: 0 };
const QUEUE = { ...NONE, destinationId: 'd', destinationType: 'WEBHOOK', held: 0, states: {} };
const jobs = (n: number) => ({ jobs: n, oldestCreatedAt: '2026-11-24T11:00:00Z' });

describe('healthOf', () => {
  it('returns nothing for a destination that never had a deletion', () => {
    expect(healthOf(undefined, NOW)).toEqual([]);
  });

  it('reports that no job is open', () => {
    const queue = { ...QUEUE, states: { complete: jobs(9) } };
    expect(healthOf(queue, NOW).map(({ words }) => words)).toEqual(['Nothing open']);
  });

  it('returns the worst condition first', () => {
    const queue = {
      ...QUEUE,
      ...{
        overdue: 1,
        dueSoon: 3,
        needsAttention: 2,
        pausedAt: '2026-11-24T11:00:00Z',
        delayedUntil: '2026-11-24T12:00:01Z',
      },
      states: { pending: jobs(2), failed: jobs(1), aborted: jobs(3) },
    };
    expect(healthOf(queue, NOW).map(({ words }) => words)).toEqual([
      ...['1 overdue', '2 need attention', '3 due within 7 days', 'Paused', '1 failed, will retry'],
      ...['Backing off', '3 open'],
    ]);
  });

  it('ignores a backoff that is over', () => {
    const queue = { ...QUEUE, delayedUntil: '2026-11-24T11:59:59Z' };
    expect(healthOf(queue, NOW).map(({ words }) => words)).toEqual(['Nothing open']);
  });
});
