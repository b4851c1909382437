import { growthOf } from './support/growth.js';

const MINUTE = 60_000;

/** Returns one sample every 20 s for half an hour. */
function halfAnHour(valueAt: (minute: number, n: number) => number) {
  return Array.from({ length: 90 }, (_, n) => ({
    atMs: n * 20_000,
    value: valueAt((n * 20_000) / MINUTE, n),
  }));
}

describe('growthOf', () => {
  it('is about 0 for memory that is repeatedly allocated and released', () => {
    const sawtooth = halfAnHour((_, n) => 200 + (n % 7) * 10);
    expect(Math.abs(growthOf(sawtooth))).toBeLessThan(5);
  });

  it('shows a leak that garbage collections hide between samples', () => {
    const leak = halfAnHour((minute, n) => 200 + 2 * minute + (n % 7) * 10);
    expect(growthOf(leak)).toBeGreaterThan(55);
    expect(growthOf(leak)).toBeLessThan(65);
  });

  it('hardly counts one high sample at the end', () => {
    const peak = halfAnHour((_, n) => (n === 89 ? 400 : 200));
    expect(growthOf(peak)).toBeLessThan(20);
  });

  it('is negative for falling values', () => {
    expect(growthOf(halfAnHour((minute) => 200 - minute))).toBeCloseTo(-30, 0);
  });

  it('throws for fewer than nine samples', () => {
    expect(() => growthOf(halfAnHour(() => 1).slice(0, 8))).toThrow('8 samples');
  });
});
