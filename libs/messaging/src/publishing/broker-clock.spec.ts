import { jest } from '@jest/globals';
import { BrokerClock } from './broker-clock.js';

/** A clock of a broker that is ahead of ours; what is asked for takes some time. */
function clockAhead(aheadMs: number, tookMs = 10) {
  const asked: number[] = [];
  const clock: BrokerClock = new BrokerClock(() => {
    asked.push(Date.now());
    jest.advanceTimersByTime(tookMs);
    clock.observe(Date.now() + aheadMs - tookMs / 2, tookMs);
    return Promise.resolve();
  });
  return { clock, asked, ahead: async () => ((await clock.now()) ?? NaN) - Date.now() };
}

describe('BrokerClock', () => {
  beforeEach(() => {
    jest.useFakeTimers({ now: 1_800_000_000_000 });
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  it.each([31_000, 11_000, 0, -11_000, -31_000])('knows one that is %i ms ahead', async (ms) => {
    const { ahead, asked } = clockAhead(ms);
    expect(await ahead()).toBe(ms);
    expect(await ahead()).toBe(ms);
    expect(asked).toHaveLength(1);
  });

  it('asks again when our clock was set', async () => {
    const { ahead, asked } = clockAhead(0);
    await ahead();
    jest.setSystemTime(Date.now() + 31_000);
    expect(await ahead()).toBe(0);
    expect(asked).toHaveLength(2);
  });

  it('asks again after a minute in which nothing was sent', async () => {
    const { ahead, asked } = clockAhead(5);
    await ahead();
    jest.advanceTimersByTime(61_000);
    expect(await ahead()).toBe(5);
    expect(asked).toHaveLength(2);
  });

  it('trusts the send that took the least time, and none that took long', async () => {
    const { clock, ahead } = clockAhead(100, 4);
    await ahead();
    clock.observe(Date.now(), 50);
    clock.observe(Date.now() - 90_000, 90_000);
    expect(await ahead()).toBe(100);
  });

  it('says that it does not know, where the broker does not tell', async () => {
    let asked = 0;
    const silent = new BrokerClock(() => Promise.resolve((asked += 1)));
    expect([await silent.now(), await silent.now()]).toEqual([undefined, undefined]);
    expect(asked).toBe(1);
    jest.advanceTimersByTime(6_000);
    expect(await silent.now()).toBeUndefined();
    expect(asked).toBe(2);
  });
});
