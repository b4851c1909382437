import { growthOfCost, MOST_GROWTH } from './growth-of-cost.js';

const list = (size: number) => Array.from({ length: size }, (_, n) => `element ${n}`);

describe('growthOfCost', () => {
  it('distinguishes linear from quadratic work', async () => {
    const linear = await growthOfCost({
      ...{ most: 4_000_000, make: list },
      run: (input) => JSON.stringify(input),
    });
    const square = await growthOfCost({
      ...{ most: 4_000_000, make: list },
      run: (input) => input.filter((element, at) => input.indexOf(element) === at).length,
    });
    expect(linear).toBeLessThanOrEqual(MOST_GROWTH);
    expect(square).toBeGreaterThan(MOST_GROWTH);
  });

  it('finds quadratic work in addition to linear work', async () => {
    const growth = await growthOfCost({
      ...{ most: 4_000_000, make: list },
      run: (input) => {
        const seen = new Map<string, number>();
        for (const element of input) {
          const isKnown = [...seen.keys()].includes(JSON.stringify({ element }));
          if (!isKnown) seen.set(element, seen.size);
        }
        return seen.size;
      },
    });
    expect(growth).toBeGreaterThan(MOST_GROWTH);
  });

  it('measures many runs together if the input must be small', async () => {
    let runs = 0;
    const growth = await growthOfCost({
      ...{ most: 128, make: list },
      run: (input) => {
        runs += 1;
        return JSON.stringify(input);
      },
    });
    expect(runs).toBeGreaterThan(100);
    expect(growth).toBeLessThanOrEqual(MOST_GROWTH);
  });
});
