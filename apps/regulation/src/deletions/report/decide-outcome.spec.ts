import { decideOutcome, type RunningJob } from './decide-outcome.js';
import { delayAfterAccepted, delayAfterFailure, delayOfDestination, PACE } from './retry-policy.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

describe('the pace of attempts', () => {
  it('grows after each failure, a quarter more or less by chance', () => {
    expect([1, 2, 3].map((failures) => delayAfterFailure(failures, undefined, 0.5))).toEqual([
      MINUTE,
      4 * MINUTE,
      16 * MINUTE,
    ]);
    expect(delayAfterFailure(1, undefined, 0)).toBe(0.75 * MINUTE);
    expect(delayAfterFailure(1, undefined, 1)).toBe(1.25 * MINUTE);
    expect(delayAfterFailure(20, undefined, 0.5)).toBe(PACE.afterFailure.most);
  });

  it('obeys Retry-After, up to a day', () => {
    expect(delayAfterFailure(1, 2 * HOUR, 0.5)).toBe(2 * HOUR);
    expect(delayAfterFailure(1, 5, 0.5)).toBe(MINUTE);
    expect(delayAfterFailure(1, 400 * DAY, 0.5)).toBe(DAY);
    expect(delayOfDestination(3, 5_000, 0.5)).toBe(5_000);
    expect(delayOfDestination(0, Infinity, 0.5)).toBe(DAY);
    expect(delayOfDestination(3, 1_000, 0.5)).toBe(1_000);
  });

  it('leaves a destination that says nothing alone for longer each time', () => {
    for (const nothing of [undefined, 0, 999]) {
      expect([0, 1, 2].map((delays) => delayOfDestination(delays, nothing, 0.5))).toEqual([
        10_000, 20_000, 40_000,
      ]);
    }
    expect(delayOfDestination(50, undefined, 0.5)).toBe(HOUR);
  });

  it('asks a destination that accepted neither too often nor too seldom', () => {
    expect(delayAfterAccepted()).toBe(MINUTE);
    expect(delayAfterAccepted(0)).toBe(10_000);
    expect(delayAfterAccepted(30 * DAY)).toBe(HOUR);
  });
});

describe('the decision on an outcome', () => {
  const job: RunningJob = {
    ...{ attempt: 2, users: ['a', 'b'], acceptedDays: 30, delays: 0, failures: 0 },
    isOrphaned: false,
  };
  const decide = (outcome: Parameters<typeof decideOutcome>[1], of: Partial<RunningJob> = {}) =>
    decideOutcome({ ...job, ...of }, outcome, 0.5);

  it.each([
    { status: 'failed', reason: 'x' } as const,
    { status: 'delayed', cause: 'outage', reason: 'x' } as const,
    { status: 'refused', reason: 'x' } as const,
    { status: 'accepted', statusUrl: 'https://x.example' } as const,
    { status: 'released', reason: '' } as const,
  ])('aborts what nobody can try again: $status', (outcome) => {
    expect(decide(outcome, { isOrphaned: true })).toEqual({
      ...{ state: 'aborted', attempt: 2 },
      reason: expect.stringContaining('The destination was deleted') as string,
    });
  });

  it('completes what a worker had done when its destination was deleted', () => {
    const outcome = { status: 'complete', record: { method: 'm' } } as const;
    expect(decide(outcome, { isOrphaned: true })).toEqual(decide(outcome));
  });

  it('counts failures only', () => {
    expect(decide({ status: 'failed', reason: 'x' })).toMatchObject({
      state: 'failed',
      attempt: 3,
    });
    expect(decide({ status: 'failed', reason: 'x' }, { attempt: 3 })).toEqual({
      state: 'aborted',
      attempt: 4,
      reason: 'x',
      laneDelayMs: 1_000,
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

  it('gives users who leave together one job, the others one each', () => {
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
      ...{ state: 'aborted', attempt: 2, reason: doubt.reason, leaving: [], laneDelayMs: 0 },
    });
  });

  it('splits for a refused user only while there are others', () => {
    expect(decide({ status: 'refused', reason: 'x' })).toMatchObject({ split: true, waitMs: 0 });
    expect(decide({ status: 'refused', reason: 'x' }, { users: ['a'] })).toEqual({
      state: 'aborted',
      attempt: 2,
      reason: 'x',
    });
  });

  it('gives an accepted order up after the days that the definition states', () => {
    const outcome = { status: 'accepted', statusUrl: 'https://example.com' } as const;
    expect(decide(outcome, { acceptedForMs: 30 * DAY - 1 })).toMatchObject({ state: 'pending' });
    expect(decide(outcome, { acceptedForMs: 30 * DAY })).toMatchObject({ state: 'aborted' });
    expect(decide(outcome, { acceptedForMs: DAY, acceptedDays: 1 })).toMatchObject({
      state: 'aborted',
    });
  });

  it('does not let an accepted order keep others waiting, nor ask for it for ever', () => {
    const outcome = { status: 'delayed', cause: 'outage', reason: 'x' } as const;
    const asked = decide(outcome, { acceptedForMs: DAY });
    expect(asked).toMatchObject({ state: 'pending', waitMs: MINUTE });
    expect(asked).not.toHaveProperty('laneDelayMs');
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

  it('leaves the destination alone for a delay, and ends delays when it works', () => {
    expect(
      decide({ status: 'delayed', cause: 'limit', reason: 'x', retryAfterMs: 7_000 }),
    ).toMatchObject({ waitMs: 7_000, laneDelayMs: 7_000 });
    expect(decide({ status: 'complete', record: { method: 'm' } })).toMatchObject({
      laneDelayMs: 0,
    });
    const failed = { status: 'failed', reason: 'x' } as const;
    expect(decide(failed)).toMatchObject({ laneDelayMs: 1_000 });
    expect(decide(failed, { failures: 3, delays: 9 })).toMatchObject({ laneDelayMs: 8_000 });
    expect(decide(failed, { failures: 30 })).toMatchObject({ laneDelayMs: MINUTE });
    expect(decide(failed, { acceptedForMs: DAY })).not.toHaveProperty('laneDelayMs');
  });
});
