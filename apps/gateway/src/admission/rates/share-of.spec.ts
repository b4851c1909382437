import { shareOf } from './share-of.js';

/** Returns the shares of gateways that know the same demand. */
function shares(limit: number, demands: readonly number[], gateways = demands.length): number[] {
  const total = demands.reduce((sum, demand) => sum + demand, 0);
  return demands.map((own) => shareOf(limit, { own, others: total - own, gateways }));
}

describe('shareOf', () => {
  it('gives a single gateway the whole limit', () => {
    expect(shares(100, [0])).toEqual([1]);
    expect(shares(100, [40])).toEqual([1]);
    expect(shares(100, [4_000])).toEqual([1]);
  });

  it('divides the limit in proportion to demand if the total demand exceeds the limit', () => {
    expect(shares(100, [600, 300, 100])).toEqual([0.6, 0.3, 0.1]);
  });

  it('gives each gateway its demand and an even part of the rest if the total demand is below the limit', () => {
    expect(shares(100, [40, 10, 0])).toEqual([
      expect.closeTo(0.4 + 0.5 / 3),
      expect.closeTo(0.1 + 0.5 / 3),
      expect.closeTo(0.5 / 3),
    ]);
  });

  it('never returns zero, even if the other gateways need the whole limit', () => {
    expect(shareOf(100, { own: 0, others: 100, gateways: 2 })).toBeGreaterThan(0);
    expect(shareOf(100, { own: 0, others: 1_000, gateways: 2 })).toBeGreaterThan(0);
  });

  it('never gives more than the limit in total', () => {
    for (let round = 0; round < 200; round += 1) {
      const demands = Array.from({ length: 5 }, () => Math.random() * 60);
      const sum = shares(100, demands).reduce((all, share) => all + share, 0);
      expect(sum).toBeCloseTo(1);
    }
  });
});
