import { randomInt } from 'node:crypto';
import { usualOrLong } from '@lethe/testing';
import fc from 'fast-check';
import { startModel, type StartedModel } from './deletion-model/start-model.js';
import { anyStep } from './deletion-model/steps.js';

/** With the same seed, fast-check plays the same schedules. */
const SEED = randomInt(2 ** 31);

let model: StartedModel;
beforeAll(async () => {
  model = await startModel();
});
afterAll(() => model.close());

describe(`random schedules of deletions (seed ${SEED})`, () => {
  it('end every job once, make no call outside of a lease, and lose no user', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyStep, { minLength: 5, maxLength: 40 }), (steps) =>
        model.play(steps),
      ),
      { seed: SEED, numRuns: usualOrLong(20, 2_000) },
    );
  });

  it('end every job once and without a deadlock when several schedules run concurrently', async () => {
    const schedule = fc.array(anyStep, { minLength: 10, maxLength: 25 });
    await fc.assert(
      fc.asyncProperty(fc.array(schedule, { minLength: 4, maxLength: 4 }), (schedules) =>
        model.play(...schedules),
      ),
      { seed: SEED, numRuns: usualOrLong(5, 500) },
    );
  });
});
