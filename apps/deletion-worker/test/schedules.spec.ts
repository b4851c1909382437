import { randomInt } from 'node:crypto';
import fc from 'fast-check';
import { playSchedule, type Schedule, type Trouble } from './support/play-schedule.js';

const trouble: fc.Arbitrary<Trouble> = fc.record({
  worker: fc.nat({ max: 2 }),
  at: fc.integer({ min: 0, max: 60_000 }),
  what: fc.oneof(
    fc.constant({ kind: 'crash' } as const),
    fc.record({ kind: fc.constant('freeze' as const), ms: fc.integer({ min: 1, max: 20_000 }) }),
    fc.record({ kind: fc.constant('sleep' as const), ms: fc.integer({ min: 1, max: 20_000 }) }),
    fc.record({
      kind: fc.constant('set-clock' as const),
      ms: fc.integer({ min: -3_600_000, max: 3_600_000 }),
    }),
    fc.record({ kind: fc.constant('cut-off' as const), ms: fc.integer({ min: 1, max: 20_000 }) }),
    fc.constant({ kind: 'stop' } as const),
  ),
});

const schedule: fc.Arbitrary<Schedule> = fc.record({
  destinations: fc.array(
    fc.record({
      jobs: fc.integer({ min: 1, max: 4 }),
      habit: fc.constantFrom('good', 'slow', 'limit', 'throw', 'hang', 'fail', 'outage'),
    }),
    { minLength: 1, maxLength: 8 },
  ),
  /** Latency and loss of each command and its answer, in sequence. */
  network: fc.array(
    fc.record({
      ms: fc.integer({ min: 0, max: 400 }),
      lost: fc.constantFrom('no', 'no', 'no', 'no', 'command', 'answer'),
      repeated: fc.boolean(),
    }),
    { minLength: 1, maxLength: 50 },
  ),
  troubles: fc.array(trouble, { maxLength: 6 }),
});

/**
 * A frozen worker leases a job again while its earlier work on the job waits for the rate limit.
 */
const LEASED_AGAIN: Schedule = {
  destinations: [
    { jobs: 1, habit: 'limit' },
    { jobs: 3, habit: 'fail' },
    { jobs: 2, habit: 'fail' },
    { jobs: 2, habit: 'fail' },
    { jobs: 1, habit: 'slow' },
    { jobs: 1, habit: 'limit' },
  ],
  network: [2, 303, 209].map((ms) => ({ ms, lost: 'no', repeated: false })),
  troubles: [
    { worker: 2, at: 10_903, what: { kind: 'freeze', ms: 11_470 } },
    { worker: 0, at: 5_348, what: { kind: 'freeze', ms: 3_283 } },
  ],
};

/** With this seed, fast-check repeats the same schedules. */
const SEED = randomInt(2 ** 31);

describe(`three workers under faults (seed ${SEED})`, () => {
  it('call only within their leases, keep the rate limits, and finish every job', async () => {
    await fc.assert(
      fc.asyncProperty(schedule, async (given) => {
        expect(await playSchedule(given)).toEqual([]);
      }),
      { seed: SEED, numRuns: 40, examples: [[LEASED_AGAIN]] },
    );
  });

  it('with slow clocks make calls outside of their leases, and `playSchedule` reports these calls', async () => {
    const frozen: Schedule = {
      destinations: [{ jobs: 3, habit: 'slow' }],
      network: [{ ms: 5, lost: 'no', repeated: false }],
      troubles: [0, 1, 2].map((worker) => ({
        worker,
        at: 1_000,
        what: { kind: 'cut-off', ms: 60_000 },
      })),
    };
    expect(await playSchedule(frozen)).toEqual([]);
    const problems = await playSchedule(frozen, { pace: 0.1 });
    expect(problems.join()).toContain('outside of its lease');
  });
});
