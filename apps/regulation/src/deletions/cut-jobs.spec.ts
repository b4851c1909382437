import { usualOrLong } from '@lethe/testing';
import fc from 'fast-check';
import {
  cutJobs,
  measured,
  MAX_IDENTIFIER_BYTES_PER_JOB,
  MAX_USER_BYTES_PER_JOB,
  MAX_USERS_PER_JOB,
  type DeletionUser,
} from './cut-jobs.js';

const user = (index: number, userId = `user-${index}`, more: object = {}): DeletionUser =>
  measured({
    regulationId: `0192f0c1-7c3e-7cc3-8f6e-${String(index).padStart(12, '0')}`,
    identifiers: { userId, ...more },
  });

describe('cutJobs', () => {
  it('puts every user into exactly one job, in the given sequence, within all limits', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 3000 }),
        fc.integer({ min: 1, max: 2000 }),
        (n, batch) => {
          const users = Array.from({ length: n }, (_, index) => user(index));
          const jobs = cutJobs(users, batch);
          expect(jobs.flat()).toEqual(users);
          expect(
            jobs.every((job) => job.length > 0 && job.length <= Math.min(batch, MAX_USERS_PER_JOB)),
          ).toBe(true);
        },
      ),
      { numRuns: usualOrLong(30, 30_000) },
    );
  });

  it('limits the bytes that the users of a job take on the topic', () => {
    const users = Array.from({ length: 1000 }, (_, index) => user(index, '"'.repeat(512)));
    const jobs = cutJobs(users, 1000);
    expect(jobs.length).toBeGreaterThan(1);
    for (const job of jobs) {
      const published = job.map(({ regulationId, identifiers: { userId } }) => ({
        regulationId,
        userId,
      }));
      expect(Buffer.byteLength(JSON.stringify(published))).toBeLessThanOrEqual(
        MAX_USER_BYTES_PER_JOB + 2,
      );
    }
    expect(jobs.flat()).toHaveLength(1000);
  });

  it('limits the bytes of all identifiers of a job', () => {
    const users = Array.from({ length: 100 }, (_, index) =>
      user(index, undefined, { notes: 'x'.repeat(64 * 1024) }),
    );
    const jobs = cutJobs(users, 1000);
    expect(jobs.flat()).toEqual(users);
    for (const job of jobs) {
      expect(job.length).toBeLessThanOrEqual(MAX_IDENTIFIER_BYTES_PER_JOB / (64 * 1024));
    }
    expect(jobs.length).toBeLessThan(5);
  });
});
