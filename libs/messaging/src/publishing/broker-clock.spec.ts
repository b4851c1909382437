import { jest } from '@jest/globals';
import { BrokerClock } from './broker-clock.js';

/** Creates the clock of a broker that is ahead by `aheadMs`. Each request takes `tookMs`. */
function clockAhead(aheadMs: number, tookMs = 10) {
  const requests: number[] = [];
  const clock: BrokerClock = new BrokerClock(() => {
    requests.push(Date.now());
    jest.advanceTimersByTime(tookMs);
    clock.observe(Date.now() + aheadMs - tookMs / 2, tookMs);
    return Promise.resolve();
  });
  return { clock, requests, ahead: async () => ((await clock.now()) ?? NaN) - Date.now() };
}

describe('BrokerClock', () => {
  beforeEach(() => {
    jest.useFakeTimers({ now: 1_800_000_000_000 });
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  it.each([31_000, 11_000, 0, -11_000, -31_000])(
    'returns the time of a broker with a clock that is %i ms ahead',
    async (ms) => {
      const { ahead, requests } = clockAhead(ms);
      expect(await ahead()).toBe(ms);
      expect(await ahead()).toBe(ms);
      expect(requests).toHaveLength(1);
    },
  );

  it('sends a new request after the local clock was changed', async () => {
    const { ahead, requests } = clockAhead(0);
    await ahead();
    jest.setSystemTime(Date.now() + 31_000);
    expect(await ahead()).toBe(0);
    expect(requests).toHaveLength(2);
  });

  it('sends a new request after a minute without a send', async () => {
    const { ahead, requests } = clockAhead(5);
    await ahead();
    jest.advanceTimersByTime(61_000);
    expect(await ahead()).toBe(5);
    expect(requests).toHaveLength(2);
  });

  it('uses the fastest send, and ignores slower sends', async () => {
    const { clock, ahead } = clockAhead(100, 4);
    await ahead();
    clock.observe(Date.now(), 50);
    clock.observe(Date.now() - 90_000, 90_000);
    expect(await ahead()).toBe(100);
  });

  it('returns undefined if the broker does not report its time', async () => {
    let requests = 0;
    const silent = new BrokerClock(() => Promise.resolve((requests += 1)));
    expect([await silent.now(), await silent.now()]).toEqual([undefined, undefined]);
    expect(requests).toBe(1);
    jest.advanceTimersByTime(6_000);
    expect(await silent.now()).toBeUndefined();
    expect(requests).toBe(2);
  });
});
