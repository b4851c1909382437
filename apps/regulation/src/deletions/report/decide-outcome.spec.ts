import { decideOutcome, type RunningJob } from './decide-outcome.js';
import {
  delayAfterAccepted,
  delayAfterFailure,
  delayOfDestination,
  RETRY_POLICY,
} from './retry-policy.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

describe('retry policy', () => {
  it('lengthens the delay after each failure, with a jitter of 25 %', () => {
    expect([1, 2, 3].map((failures) => delayAfterFailure(failures, undefined, 0.5))).toEqual([
      MINUTE,
      4 * MINUTE,
      16 * MINUTE,
    ]);
    expect(delayAfterFailure(1, undefined, 0)).toBe(0.75 * MINUTE);
    expect(delayAfterFailure(1, undefined, 1)).toBe(1.25 * MINUTE);
    expect(delayAfterFailure(20, undefined, 0.5)).toBe(RETRY_POLICY.afterFailure.most);
  });

  it('obeys Retry-After up to one day', () => {
    expect(delayAfterFailure(1, 2 * HOUR, 0.5)).toBe(2 * HOUR);
    expect(delayAfterFailure(1, 5, 0.5)).toBe(MINUTE);
    expect(delayAfterFailure(1, 400 * DAY, 0.5)).toBe(DAY);
    expect(delayOfDestination(3, 5_000, 0.5)).toBe(5_000);
    expect(delayOfDestination(0, Infinity, 0.5)).toBe(DAY);
    expect(delayOfDestination(3, 1_000, 0.5)).toBe(1_000);
  });

  it('doubles the delay up to 1 hour, if Retry-After is absent or less than 1 s', () => {
    for (const nothing of [undefined, 0, 999]) {
      expect([0, 1, 2].map((delays) => delayOfDestination(delays, nothing, 0.5))).toEqual([
        10_000, 20_000, 40_000,
      ]);
    }
    expect(delayOfDestination(50, undefined, 0.5)).toBe(HOUR);
  });

  it('polls an accepted deletion at intervals from 10 s to 1 hour', () => {
    expect(delayAfterAccepted()).toBe(MINUTE);
    expect(delayAfterAccepted(0)).toBe(10_000);
    expect(delayAfterAccepted(30 * DAY)).toBe(HOUR);
  });
});

describe('decideOutcome', () => {
  const job: RunningJob = {
    ...{ attempt: 2, users: ['a', 'b'], acceptedDays: 30, delays: 0, failures: 0 },
    isOrphaned: false,
  };
  const decide = (outcome: Parameters<typeof decideOutcome>[1], change: Partial<RunningJob> = {}) =>
    decideOutcome({ ...job, ...change }, outcome, 0.5);

  it.each([
    { status: 'failed', reason: 'x' } as const,
    { status: 'delayed', cause: 'outage', reason: 'x' } as const,
    { status: 'refused', reason: 'x' } as const,
    { status: 'accepted', statusUrl: 'https://x.example' } as const,
    { status: 'released', reason: '' } as const,
  ])('aborts a job of a deleted destination after the outcome "$status"', (outcome) => {
    expect(decide(outcome, { isOrphaned: true })).toEqual({
      ...{ state: 'aborted', attempt: 2 },
      reason: expect.stringContaining('The destination was deleted') as string,
    });
  });

  it('completes a job of a deleted destination if the attempt was complete', () => {
    const outcome = { status: 'complete', record: { method: 'm' } } as const;
    expect(decide(outcome, { isOrphaned: true })).toEqual(decide(outcome));
  });

  it('increases the number of failed attempts only after a failure', () => {
    expect(decide({ status: 'failed', reason: 'x' })).toMatchObject({
      state: 'failed',
      attempt: 3,
    });
    expect(decide({ status: 'failed', reason: 'x' }, { attempt: 3 })).toEqual({
      state: 'aborted',
      attempt: 4,
      reason: 'x',
      queueDelayMs: 1_000,
    });
    for (const outcome of [
      { status: 'delayed', cause: 'outage', reason: 'x' },
      { status: 'released', reason: 'x' },
      { status: 'refused', reason: 'x' },
      { status: 'accepted', statusUrl: 'https://example.com' },
    ] as const) {
      expect(decide(outcome)).toMatchObject({ state: 'pending', attempt: 2 });
    }
  });

  it('moves users refused together to one job, and each other refused user to its own job', () => {
    const users = ['a', 'b', 'c', 'd', 'e'];
    const doubt = { reason: 'doubtful: 1 row', together: true } as const;
    const refused = [
      { regulationId: 'd', ...doubt },
      { regulationId: 'b', ...doubt },
      { regulationId: 'c', reason: 'no' },
      { regulationId: 'e', reason: 'no' },
    ];
    const outcome = { status: 'complete', record: { method: 'm' }, refused } as const;
    expect(decide(outcome, { users })).toMatchObject({
      state: 'complete',
      leaving: [
        { regulationIds: ['b', 'd'], reason: doubt.reason },
        { regulationIds: ['c'], reason: 'no' },
        { regulationIds: ['e'], reason: 'no' },
      ],
    });
    expect(decide(outcome, { users: ['b', 'd'] })).toEqual({
      ...{ state: 'aborted', attempt: 2, reason: doubt.reason, leaving: [], queueDelayMs: 0 },
    });
  });

  it('splits a refused job only if it has more than one user', () => {
    expect(decide({ status: 'refused', reason: 'x' })).toMatchObject({ split: true, waitMs: 0 });
    expect(decide({ status: 'refused', reason: 'x' }, { users: ['a'] })).toEqual({
      state: 'aborted',
      attempt: 2,
      reason: 'x',
    });
  });

  it('aborts an accepted deletion after the number of days in the destination definition', () => {
    const outcome = { status: 'accepted', statusUrl: 'https://example.com' } as const;
    expect(decide(outcome, { acceptedForMs: 30 * DAY - 1 })).toMatchObject({ state: 'pending' });
    expect(decide(outcome, { acceptedForMs: 30 * DAY })).toMatchObject({ state: 'aborted' });
    expect(decide(outcome, { acceptedForMs: DAY, acceptedDays: 1 })).toMatchObject({
      state: 'aborted',
    });
  });

  it('does not delay the queue after a postponed poll of an accepted deletion, and aborts the deletion after 30 days', () => {
    const outcome = { status: 'delayed', cause: 'outage', reason: 'x' } as const;
    const decision = decide(outcome, { acceptedForMs: DAY });
    expect(decision).toMatchObject({ state: 'pending', waitMs: MINUTE });
    expect(decision).not.toHaveProperty('queueDelayMs');
    expect(decide({ ...outcome, retryAfterMs: HOUR }, { acceptedForMs: DAY })).toMatchObject({
      waitMs: HOUR,
    });
    for (const open of [
      outcome,
      { status: 'failed', reason: 'x' },
      { status: 'released', reason: 'x' },
    ] as const) {
      expect(decide(open, { acceptedForMs: 30 * DAY })).toMatchObject({ state: 'aborted' });
    }
  });

  it('delays the queue after a postponed or failed attempt, and ends the delay after a success', () => {
    expect(
      decide({ status: 'delayed', cause: 'limit', reason: 'x', retryAfterMs: 7_000 }),
    ).toMatchObject({ waitMs: 7_000, queueDelayMs: 7_000 });
    expect(decide({ status: 'complete', record: { method: 'm' } })).toMatchObject({
      queueDelayMs: 0,
    });
    const failed = { status: 'failed', reason: 'x' } as const;
    expect(decide(failed)).toMatchObject({ queueDelayMs: 1_000 });
    expect(decide(failed, { failures: 3, delays: 9 })).toMatchObject({ queueDelayMs: 8_000 });
    expect(decide(failed, { failures: 30 })).toMatchObject({ queueDelayMs: MINUTE });
    expect(decide(failed, { acceptedForMs: DAY })).not.toHaveProperty('queueDelayMs');
  });
});
