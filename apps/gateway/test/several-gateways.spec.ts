import { jest } from '@jest/globals';
import type { Demands, OtherDemands } from '@lethe/catalog';
import { LetheError } from '@lethe/contracts';
import { Metrics } from '@lethe/observability';
import { RateLimits } from '../src/admission/rates/rate-limits.js';

const LIMIT = 100;
const STEP_MS = 10;
/** As long as `RateDemands` believes a gateway that says nothing. */
const GATEWAY_MS = 15_000;
/** As long as it believes what was asked of one. */
const DEMAND_MS = 3_000;

/** What `RateDemands` does with PostgreSQL, whose int test holds it against the same; on the clock of the test. */
class Table {
  isAway = false;
  private readonly told = new Map<number, { at: number; demands: Demands }>();

  /** All that was told last. */
  get demands(): number[] {
    return [...this.told.values()].flatMap(({ demands }) => [...demands.values()]);
  }

  of(gateway: number) {
    return {
      exchange: (mine: Demands) => this.exchange(gateway, mine),
      forgetOld: () => Promise.resolve(),
      leave: () => Promise.resolve(void this.told.delete(gateway)),
    };
  }

  private exchange(gateway: number, mine: Demands): Promise<OtherDemands> {
    if (this.isAway) return Promise.reject(new LetheError('unavailable'));
    const now = performance.now();
    this.told.set(gateway, { at: now, demands: mine });
    const demands = new Map<string, number>();
    let gateways = 1;
    for (const [other, { at, demands: theirs }] of this.told) {
      if (other === gateway || now - at > GATEWAY_MS) continue;
      gateways += 1;
      if (now - at > DEMAND_MS) continue;
      for (const key of mine.keys()) {
        const asked = theirs.get(key);
        if (asked !== undefined) demands.set(key, (demands.get(key) ?? 0) + asked);
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
    await Promise.all(gateways.map((one) => one.stop()));
    jest.useRealTimers();
  });

  /** @param rates requests a second at each gateway @returns how many are let in a second */
  async function ask(rates: readonly number[], seconds: number): Promise<number> {
    const owed = rates.map(() => 0);
    let admitted = 0;
    for (let ms = 0; ms < seconds * 1_000; ms += STEP_MS) {
      for (const [n, rate] of rates.entries()) {
        owed[n]! += (rate * STEP_MS) / 1_000;
        for (; owed[n]! >= 1; owed[n]! -= 1) {
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
    { how: 'all of one', rates: [500, 0, 0] },
  ])('let in what the limit says together, asked $how', async ({ rates }) => {
    within(await ask(rates, 10), 0.8, 1.3); // the first second's worth may come at once
    within(await ask(rates, 10), 0.9, 1.05);
  });

  it('take over from one that leaves', async () => {
    await ask([200, 200, 200], 10);
    await gateways[2]!.stop();
    within(await ask([200, 200, 0], 10), 0.8, 1.2);
    within(await ask([200, 200, 0], 10), 0.9, 1.05);
  });

  it('let in an even part each while the database is away, and all of it again afterwards', async () => {
    await ask([400, 50, 10], 10);
    table.isAway = true;
    await ask([400, 0, 0], 8); // notices it, and what was used before drains
    within(await ask([400, 0, 0], 10), 0.3, 0.37);
    within(await ask([400, 400, 400], 10), 0.8, 1.2);
    table.isAway = false;
    await ask([400, 0, 0], 5);
    within(await ask([400, 0, 0], 10), 0.9, 1.05);
  });

  it('let in who waited as told, though the others were asked for all of it meanwhile', async () => {
    const COST = 5 * LIMIT;
    const caller = (): number => gateways[2]!.take('token', 't', LIMIT, COST).waitMs;
    let [admitted, seconds] = [0, 0];
    for (let round = 0; round < 5; round += 1) {
      expect(caller()).toBe(0);
      const retryAfter = Math.ceil(caller() / 1_000);
      seconds += retryAfter;
      admitted += COST + retryAfter * (await ask([400, 400, 0], retryAfter));
    }
    expect(admitted).toBeLessThanOrEqual(1.2 * LIMIT * seconds + LIMIT); // as docs/limits.md says
    expect(seconds).toBeLessThan(500);
  });

  it('let in no more than the limit where somebody waits as told at each of them', async () => {
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
    const atOnce = gateways.length * COST; // each lets in one that costs more than there is room for
    expect(admitted - atOnce).toBeLessThanOrEqual(1.2 * LIMIT * SECONDS);
    expect(admitted).toBeGreaterThan(0.8 * LIMIT * SECONDS);
  });

  it.each([
    { count: 2, cost: 5 * LIMIT },
    { count: 4, cost: 20 * LIMIT },
    { count: 10, cost: 20 * LIMIT },
  ])(
    'let in what the limit says where one is flooded and somebody waits as told at each of $count others',
    async ({ count, cost }) => {
      await Promise.all(gateways.map((one) => one.stop()));
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

  it('tell each other nothing that halves without an end while two have promised much and nobody asks', async () => {
    for (const gateway of gateways.slice(1)) {
      for (let n = 0; n < 2; n += 1) gateway.take('token', 't', LIMIT, 400 * LIMIT);
    }
    for (let second = 0; second < 300; second += 1) {
      await jest.advanceTimersByTimeAsync(1_000);
      for (const demand of table.demands) expect(demand === 0 || demand >= 1e-6).toBe(true);
    }
  });
});
