import { RateMeter } from './rate-meter.js';

/**
 * Sends `count` requests, one every `everyMs` milliseconds.
 *
 * @returns the number of admitted requests
 */
function admitted(
  meter: RateMeter,
  count: number,
  from: number,
  everyMs: number,
  cost = 1,
): number {
  let sum = 0;
  for (let n = 0; n < count; n += 1) {
    if (meter.take(cost, from + n * everyMs) === 0) sum += 1;
  }
  return sum;
}

describe('RateMeter', () => {
  it('admits the units of one second at once, and then units at the rate of the limit', () => {
    const meter = new RateMeter(100, 1, 0);
    expect(admitted(meter, 500, 0, 0)).toBe(100);
    // The last request is sent one millisecond before ten seconds are over, so one unit is missing.
    expect(admitted(meter, 10_000, 0, 1)).toBe(1_000 - 1);
  });

  it('returns the wait until the limit admits a request, and admits a request at that time', () => {
    const meter = new RateMeter(10, 1, 0);
    expect(admitted(meter, 20, 0, 0)).toBe(10);
    const waitMs = meter.take(1, 0);
    expect(waitMs).toBeCloseTo(100);
    expect(meter.take(1, waitMs - 1)).toBeGreaterThan(0);
    expect(meter.take(1, waitMs)).toBe(0);
  });

  it('admits a request above the capacity, and then no request until its units have drained', () => {
    const meter = new RateMeter(100, 1, 0);
    expect(meter.take(1_000, 0)).toBe(0);
    expect(meter.remaining()).toBe(0);
    expect(meter.resetSeconds()).toBe(10);
    expect(meter.take(1, 0)).toBeCloseTo(9_010);
    expect(meter.take(1, 9_000)).toBeGreaterThan(0);
    expect(meter.take(1, 9_011)).toBe(0);
  });

  it('uses the current share, and keeps the used units when the share changes', () => {
    const meter = new RateMeter(100, 1, 0);
    expect(admitted(meter, 200, 0, 0)).toBe(100);
    meter.share = 0.25;
    // The used units drain for three of the four seconds.
    expect(admitted(meter, 4_000, 0, 1)).toBe(25 - 1);
  });

  it('admits one request at the promised time after the share shrank, and no later request until its units have drained', () => {
    const meter = new RateMeter(100, 1, 0);
    expect(admitted(meter, 200, 0, 0)).toBe(100);
    const waitMs = meter.take(1, 0);
    meter.share = 0.1;
    expect(meter.take(1, waitMs - 1)).toBeGreaterThan(0);
    expect(meter.take(1, waitMs)).toBe(0);
    expect(meter.take(1, waitMs)).toBeCloseTo(((101 - 0.1 + 1 - 10) / 10) * 1_000);
  });

  it('admits one request at a time if the share is less than one', () => {
    const meter = new RateMeter(1, 1 / 3, 0);
    expect(admitted(meter, 3, 0, 0)).toBe(1);
    expect(admitted(meter, 30, 0, 1_000)).toBe(9);
  });

  it('makes each reserved request wait longer than the request before, up to a maximum', () => {
    const meter = new RateMeter(10, 1, 0);
    const waits = Array.from({ length: 100 }, () => meter.reserve(1, 0, 2_000));
    expect(waits.slice(0, 10)).toEqual(Array(10).fill(0));
    expect(waits[10]).toBeCloseTo(100);
    expect(waits[20]).toBeCloseTo(1_100);
    expect(Math.max(...waits)).toBe(2_000);
    expect(meter.reserve(1, 3_300, 2_000)).toBe(0);
  });

  it('reports no demand some time after the last request, even while used units still drain', () => {
    const meter = new RateMeter(1, 1, 0);
    meter.take(10_000, 0);
    for (let n = 0; n < 200; n += 1) meter.settle(1, 0);
    expect(meter.isIdle(200_000)).toBe(false);
    expect(meter.settle(1, 0)).toBe(0);
  });

  it('reports admitted and refused requests as demand, and becomes idle without requests', () => {
    const meter = new RateMeter(10, 1, 0);
    admitted(meter, 100, 0, 0);
    expect(meter.settle(1, 0)).toBe(50);
    admitted(meter, 100, 1_000, 0);
    expect(meter.settle(1, 0)).toBe(75);
    expect(meter.isIdle(2_000)).toBe(false);
    for (let n = 0; n < 10; n += 1) meter.settle(1, 0);
    expect(meter.isIdle(10_000)).toBe(true);
  });
});
