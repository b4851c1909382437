import { growthOfCost, MOST_GROWTH } from './growth-of-cost.js';

const list = (size: number) => Array.from({ length: size }, (_, n) => `element ${n}`);

describe('growthOfCost', () => {
  it('tells work that grows with its input from work that grows with the square', async () => {
    const linear = await growthOfCost({
      ...{ most: 4_000_000, make: list },
      run: (input) => new Set(input).size,
    });
    const square = await growthOfCost({
      ...{ most: 4_000_000, make: list },
      run: (input) => input.filter((element, at) => input.indexOf(element) === at).length,
    });
    expect(linear).toBeLessThanOrEqual(MOST_GROWTH);
    expect(square).toBeGreaterThan(MOST_GROWTH);
  });

  it('measures many runs of an input that may not be large', async () => {
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
