import { jest } from '@jest/globals';

/** The clock of caches, for the tests of a file. It goes on by itself, or stands, or jumps. */
export function useTestClock(): { stand(): void; advance(ms: number): void } {
  const real = performance.now.bind(performance);
  let advancedMs = 0;
  let standsAt: number | undefined;
  beforeEach(() => {
    advancedMs = 0;
    standsAt = undefined;
    jest.spyOn(performance, 'now').mockImplementation(() => (standsAt ?? real()) + advancedMs);
  });
  afterEach(() => {
    jest.restoreAllMocks();
  });
  return {
    stand: () => {
      standsAt = real();
    },
    /** Jumps, and goes on from there. */
    advance: (ms) => {
      standsAt = undefined;
      advancedMs += ms;
    },
  };
}
