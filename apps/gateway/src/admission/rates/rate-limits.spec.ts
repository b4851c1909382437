import { Metrics } from '@lethe/observability';
import { waitFor } from '@lethe/testing';
import { RateLimits } from './rate-limits.js';

describe('RateLimits', () => {
  it('exchanges demand with other gateways before the first request', async () => {
    let exchanges = 0;
    const limits = new RateLimits({
      demands: {
        exchange: () => {
          exchanges += 1;
          return Promise.resolve({ demands: new Map(), gateways: 4 });
        },
        deleteExpired: () => Promise.resolve(),
        leave: () => Promise.resolve(),
      },
      metrics: new Metrics(false),
      onError: () => undefined,
      now: () => 0, // no heartbeat is due
    });
    await waitFor(() => exchanges === 1);
    expect(limits.take('token', 't', 4).waitMs).toBe(0);
    expect(limits.take('token', 't', 4).waitMs).toBeGreaterThan(0);
    await limits.stop();
  });
});
