import { growthOf } from './support/growth.js';

const MINUTE = 60_000;

/** One sample in 20 s for half an hour. */
function halfAnHour(valueAt: (minute: number, n: number) => number) {
  return Array.from({ length: 90 }, (_, n) => ({
    atMs: n * 20_000,
    value: valueAt((n * 20_000) / MINUTE, n),
  }));
}

describe('what is said to have grown', () => {
  it('is nothing where memory is taken and given back all the time', () => {
    const sawtooth = halfAnHour((_, n) => 200 + (n % 7) * 10);
    expect(Math.abs(growthOf(sawtooth))).toBeLessThan(5);
  });

  it('is a leak, though garbage collections hide it from look to look', () => {
    const leak = halfAnHour((minute, n) => 200 + 2 * minute + (n % 7) * 10);
    expect(growthOf(leak)).toBeGreaterThan(55);
    expect(growthOf(leak)).toBeLessThan(65);
  });

  it('is not one high look at the end', () => {
    const peak = halfAnHour((_, n) => (n === 89 ? 400 : 200));
    expect(growthOf(peak)).toBeLessThan(20);
  });

  it('is less than nothing where something shrinks', () => {
    expect(growthOf(halfAnHour((minute) => 200 - minute))).toBeCloseTo(-30, 0);
  });

  it('cannot be told from a few looks', () => {
    expect(() => growthOf(halfAnHour(() => 1).slice(0, 8))).toThrow('8 samples');
  });
});
