import { jest } from '@jest/globals';

/** Replaces the clock of the caches in a test file. A test can stop the clock or advance it. */
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
    /** Advances the clock by `ms`. The clock then runs again. */
    advance: (ms) => {
      standsAt = undefined;
      advancedMs += ms;
    },
  };
}
