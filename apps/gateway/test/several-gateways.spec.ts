import { jest } from '@jest/globals';
import type { Demands, OtherDemands } from '@lethe/catalog';
import { LetheError } from '@lethe/contracts';
import { Metrics } from '@lethe/observability';
import { RateLimits } from '../src/admission/rates/rate-limits.js';

const LIMIT = 100;
const STEP_MS = 10;
/** Milliseconds for which `RateDemands` counts a gateway that does not report. */
const GATEWAY_MS = 15_000;
/** Milliseconds for which `RateDemands` counts the reported demand of a gateway. */
const DEMAND_MS = 3_000;

/**
 * Does the same as `RateDemands`, but without PostgreSQL and with the clock of the test. The
 * integration test of `RateDemands` checks the same rules.
 */
class Table {
  isAway = false;
  private readonly reported = new Map<number, { at: number; demands: Demands }>();

  /** The last reported demands of all gateways. */
  get demands(): number[] {
    return [...this.reported.values()].flatMap(({ demands }) => [...demands.values()]);
  }

  of(gateway: number) {
    return {
      exchange: (own: Demands) => this.exchange(gateway, own),
      deleteExpired: () => Promise.resolve(),
      leave: () => Promise.resolve(void this.reported.delete(gateway)),
    };
  }

  private exchange(gateway: number, own: Demands): Promise<OtherDemands> {
    if (this.isAway) return Promise.reject(new LetheError('unavailable'));
    const now = performance.now();
    this.reported.set(gateway, { at: now, demands: own });
    const demands = new Map<string, number>();
    let gateways = 1;
    for (const [other, { at, demands: theirs }] of this.reported) {
      if (other === gateway || now - at > GATEWAY_MS) continue;
      gateways += 1;
      if (now - at > DEMAND_MS) continue;
      for (const key of own.keys()) {
        const demand = theirs.get(key);
        if (demand !== undefined) demands.set(key, (demands.get(key) ?? 0) + demand);
      }
    }
    return Promise.resolve({ demands, gateways });
  }
}

describe('several gateways', () => {
  let table: Table;
  let gateways: RateLimits[];

  async function start(count: number): Promise<void> {
    jest.useFakeTimers();
    table = new Table();
    gateways = Array.from({ length: count }, (_, n) => {
      const metrics = new Metrics(false);
      return new RateLimits({ demands: table.of(n), metrics, onError: () => undefined });
    });
    await jest.advanceTimersByTimeAsync(2_000);
  }

  beforeEach(() => start(3));
  afterEach(async () => {
    await Promise.all(gateways.map((gateway) => gateway.stop()));
    jest.useRealTimers();
  });

  /**
   * @param rates requests per second at each gateway
   * @returns admitted requests per second of all gateways together
   */
  async function ask(rates: readonly number[], seconds: number): Promise<number> {
    const due = rates.map(() => 0);
    let admitted = 0;
    for (let ms = 0; ms < seconds * 1_000; ms += STEP_MS) {
      for (const [n, rate] of rates.entries()) {
        due[n]! += (rate * STEP_MS) / 1_000;
        for (; due[n]! >= 1; due[n]! -= 1) {
          if (gateways[n]!.take('token', 't', LIMIT).waitMs === 0) admitted += 1;
        }
      }
      await jest.advanceTimersByTimeAsync(STEP_MS);
    }
    return admitted / seconds;
  }

  const within = (perSecond: number, least: number, most: number) => {
    expect(perSecond).toBeGreaterThanOrEqual(least * LIMIT);
    expect(perSecond).toBeLessThanOrEqual(most * LIMIT);
  };

  it.each([
    { how: 'evenly', rates: [100, 100, 100] },
    { how: 'unevenly', rates: [400, 50, 10] },
    { how: 'to only one gateway', rates: [500, 0, 0] },
  ])('admit the limit together if requests are sent $how', async ({ rates }) => {
    within(await ask(rates, 10), 0.8, 1.3); // the units of the first second can be used at once
    within(await ask(rates, 10), 0.9, 1.05);
  });

  it('take over the share of a gateway that stops', async () => {
    await ask([200, 200, 200], 10);
    await gateways[2]!.stop();
    within(await ask([200, 200, 0], 10), 0.8, 1.2);
    within(await ask([200, 200, 0], 10), 0.9, 1.05);
  });

  it('each admit an even share while the database does not answer, and share the whole limit again afterwards', async () => {
    await ask([400, 50, 10], 10);
    table.isAway = true;
    await ask([400, 0, 0], 8); // the gateway notices the failure, and used units drain
    within(await ask([400, 0, 0], 10), 0.3, 0.37);
    within(await ask([400, 400, 400], 10), 0.8, 1.2);
    table.isAway = false;
    await ask([400, 0, 0], 5);
    within(await ask([400, 0, 0], 10), 0.9, 1.05);
  });

  it('admit a refused caller at the time that the refusal promised, even if other gateways get very many requests before', async () => {
    const COST = 5 * LIMIT;
    const caller = (): number => gateways[2]!.take('token', 't', LIMIT, COST).waitMs;
    let [admitted, seconds] = [0, 0];
    for (let round = 0; round < 5; round += 1) {
      expect(caller()).toBe(0);
      const retryAfter = Math.ceil(caller() / 1_000);
      seconds += retryAfter;
      admitted += COST + retryAfter * (await ask([400, 400, 0], retryAfter));
    }
    // The bound in docs/limits.md.
    expect(admitted).toBeLessThanOrEqual(1.2 * LIMIT * seconds + LIMIT);
    expect(seconds).toBeLessThan(500);
  });

  it('admit no more than the limit if refused callers at each gateway come back at the promised times', async () => {
    const COST = 10 * LIMIT;
    const SECONDS = 60;
    const comesAt = gateways.map(() => 0);
    let admitted = 0;
    for (let second = 0; second < SECONDS; second += 1) {
      for (const [n, gateway] of gateways.entries()) {
        while (comesAt[n]! <= second) {
          const { waitMs } = gateway.take('token', 't', LIMIT, COST);
          if (waitMs === 0) admitted += COST;
          comesAt[n] = second + Math.ceil(waitMs / 1_000);
        }
      }
      await jest.advanceTimersByTimeAsync(1_000);
    }
    const atOnce = gateways.length * COST; // each gateway admits one request above its limit
    expect(admitted - atOnce).toBeLessThanOrEqual(1.2 * LIMIT * SECONDS);
    expect(admitted).toBeGreaterThan(0.8 * LIMIT * SECONDS);
  });

  it.each([
    { count: 2, cost: 5 * LIMIT },
    { count: 4, cost: 20 * LIMIT },
    { count: 10, cost: 20 * LIMIT },
  ])(
    'admit the limit if one gateway gets very many requests, and refused callers at $count other gateways come back at the promised times',
    async ({ count, cost }) => {
      await Promise.all(gateways.map((gateway) => gateway.stop()));
      const SECONDS = 120;
      await start(count + 1);
      const [flooded, ...others] = gateways;
      const comesAt = others.map(() => 0);
      let admitted = 0;
      for (let second = 1; second <= SECONDS; second += 1) {
        for (const [n, gateway] of others.entries()) {
          while (comesAt[n]! <= second) {
            const { waitMs } = gateway.take('token', 't', LIMIT, cost);
            if (waitMs === 0) admitted += cost;
            comesAt[n] = second + Math.ceil(waitMs / 1_000);
          }
        }
        for (let n = 0; n < 4 * LIMIT; n += 1) {
          if (flooded!.take('token', 't', LIMIT).waitMs === 0) admitted += 1;
        }
        await jest.advanceTimersByTimeAsync(1_000);
        const atOnce = count * cost + LIMIT;
        expect(admitted - atOnce).toBeLessThanOrEqual(1.2 * LIMIT * second + LIMIT);
      }
      expect(admitted).toBeGreaterThan(0.8 * LIMIT * SECONDS);
    },
  );

  it('report no demand between 0 and 1e-6 after the requests have stopped, even if two gateways promised times to refused callers', async () => {
    for (const gateway of gateways.slice(1)) {
      for (let n = 0; n < 2; n += 1) gateway.take('token', 't', LIMIT, 400 * LIMIT);
    }
    for (let second = 0; second < 300; second += 1) {
      await jest.advanceTimersByTimeAsync(1_000);
      for (const demand of table.demands) expect(demand === 0 || demand >= 1e-6).toBe(true);
    }
  });
});
