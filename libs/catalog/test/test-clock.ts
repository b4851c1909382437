import { jest } from '@jest/globals';

/** The clock of caches, for the tests of a file. It goes on by itself, or stands, or jumps. */
export function useTestClock(): { stand(): void; skip(ms: number): void } {
  const real = performance.now.bind(performance);
  let skipped = 0;
  let standsAt: number | undefined;
  beforeEach(() => {
    skipped = 0;
    standsAt = undefined;
    jest.spyOn(performance, 'now').mockImplementation(() => (standsAt ?? real()) + skipped);
  });
  afterEach(() => {
    jest.restoreAllMocks();
  });
  return {
    stand: () => {
      standsAt = real();
    },
    /** Jumps, and goes on from there. */
    skip: (ms) => {
      standsAt = undefined;
      skipped += ms;
    },
  };
}
