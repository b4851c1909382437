import { MOST_FAILURES } from '../report/retry-policy.js';
import { decideVerification } from './decide-verification.js';

const JOB = { attempt: 0, users: ['a', 'b', 'c'], delays: 0, failures: 0 };
const record = { method: 'count' };
const decide = (outcome: Parameters<typeof decideVerification>[1], job: Partial<typeof JOB> = {}) =>
  decideVerification({ ...JOB, ...job }, outcome, 0.5);

describe('the outcome of a verification', () => {
  it('is absent if no user has data, and none is in doubt', () => {
    expect(decide({ status: 'verified', record })).toEqual({
      ...{ state: 'absent', attempt: 0, reason: null, record, queueDelayMs: 0 },
    });
  });

  it('is found if one user has data, and keeps the counts of the users of the job only', () => {
    const found = [
      { regulationId: 'b', count: 2 },
      { regulationId: 'b', count: 1 },
      { regulationId: 'unknown', count: 9 },
    ];
    expect(decide({ status: 'verified', record, found })).toMatchObject({
      ...{ state: 'found', found: { b: 3 } },
    });
    expect(decide({ status: 'verified', record, found: found.slice(2) }).state).toBe('absent');
  });

  it('is never absent if the answer about a user is in doubt', () => {
    const doubt = {
      status: 'verified',
      record,
      doubtful: ['c'],
      reason: 'doubtful: 1 row',
    } as const;
    expect(decide(doubt)).toMatchObject({
      ...{ state: 'cannot_be_checked', reason: 'doubtful: 1 row', doubtful: ['c'] },
    });
    const found = [{ regulationId: 'a', count: 1 }];
    expect(decide({ ...doubt, found })).toMatchObject({ state: 'found', doubtful: ['c'] });
  });

  it('is a later attempt after a failure, until too many have failed', () => {
    const failed = { status: 'failed', reason: 'broken' } as const;
    const first = decide(failed);
    expect(first).toMatchObject({ state: 'failed', attempt: 1, reason: 'broken' });
    expect(first.waitMs).toBeGreaterThan(0);
    expect(first.queueDelayMs).toBeGreaterThan(0);
    const last = decide(failed, { attempt: MOST_FAILURES - 1 });
    expect(last).toMatchObject({ state: 'cannot_be_checked', attempt: 4, reason: 'broken' });
    expect(last.waitMs).toBeUndefined();
  });

  it('does not count a delay or a released lease as a failure', () => {
    const delayed = decide({ status: 'delayed', cause: 'outage', reason: 'down' });
    expect(delayed).toMatchObject({ state: 'pending', attempt: 0, reason: 'down' });
    expect(delayed.queueDelayMs).toBe(delayed.waitMs);
    expect(decide({ status: 'released', reason: 'stop' })).toEqual({
      ...{ state: 'pending', attempt: 0, reason: null, waitMs: 0 },
    });
  });
});
