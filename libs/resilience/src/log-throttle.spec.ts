import { jest } from '@jest/globals';
import { LogThrottle } from './log-throttle.js';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

describe('LogThrottle', () => {
  it('passes the first line, then one line every ten seconds', () => {
    const throttle = new LogThrottle();
    const passed: number[] = [];
    for (let second = 0; second <= 25; second += 1) {
      if (throttle.isDue()) passed.push(second);
      jest.advanceTimersByTime(1_000);
    }
    expect(passed).toEqual([0, 10, 20]);
  });

  it('passes a line at once if its reason differs from the reason of the previous line', () => {
    const throttle = new LogThrottle();
    const passed = ['a', 'a', 'b', 'b', 'a'].map((reason) => throttle.isDue(reason));
    expect(passed).toEqual([true, false, true, false, true]);
  });

  it('passes a repeated reason only once if the interval is infinite', () => {
    const throttle = new LogThrottle({ intervalMs: Infinity });
    expect(throttle.isDue('a')).toBe(true);
    jest.advanceTimersByTime(24 * 3_600_000);
    expect(throttle.isDue('a')).toBe(false);
  });

  it('passes the next line after a reset', () => {
    const throttle = new LogThrottle();
    expect(throttle.hasLogged).toBe(false);
    throttle.isDue('a');
    expect(throttle.hasLogged).toBe(true);
    throttle.reset();
    expect(throttle.hasLogged).toBe(false);
    expect(throttle.isDue('a')).toBe(true);
  });
});
