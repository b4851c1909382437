import { fileURLToPath } from 'node:url';
import { spawnApp } from '@lethe/testing';

const RUN = fileURLToPath(new URL('../bench/run.mjs', import.meta.url));
const BENCHES = [...'abcdefghijklm', 'edge', 'imports', 'growth', 'verifications', 'limits'];

interface Result {
  readonly id: string;
  readonly failure?: string;
  readonly table: readonly (readonly (string | number)[])[];
  readonly figures: Readonly<Record<string, unknown>>;
  readonly targets: readonly { readonly name: string; readonly value: number }[];
}

async function bench(...args: string[]): Promise<{ code: number | null; results: Result[] }> {
  const app = spawnApp({ args: [RUN, ...args, '--quick', '--json'] });
  const { code } = await app.exited;
  return { code, ...(JSON.parse(app.stdout.join('\n')) as { results: Result[] }) };
}

/** Returns all numbers, texts and other primitive values in a value. */
function leavesOf(value: unknown): unknown[] {
  return typeof value === 'object' && value !== null
    ? Object.values(value).flatMap(leavesOf)
    : [value];
}

const isNumber = (value: unknown): boolean => typeof value === 'number';

describe('npm run bench -- all --quick', () => {
  let code: number | null;
  let results: Result[];
  const resultOf = (id: string): Result => results.find((result) => result.id === id)!;

  beforeAll(async () => {
    ({ code, results } = await bench('all'));
  });

  it('ends with 0', () => {
    expect(results.filter(({ failure }) => failure !== undefined)).toEqual([]);
    expect(code).toBe(0);
  });

  it('runs all benchmarks, in their order', () => {
    expect(results.map(({ id }) => id)).toEqual(BENCHES);
  });

  it.each(BENCHES)('has the figures of %s', (id) => {
    const { table, figures, targets } = resultOf(id);
    expect(table.length).toBeGreaterThan(1);
    expect(leavesOf(figures).filter(isNumber)).not.toEqual([]);
    expect(leavesOf(figures)).not.toContain(null); // NaN becomes null in JSON
    expect(targets).not.toEqual([]);
    expect(targets.filter(({ value }) => !isNumber(value))).toEqual([]);
  });

  it('prints the median, percentiles by nearest rank, and the ratio of its samples', () => {
    const { table, figures } = resultOf('d');
    const delays = (figures.delayMs as number[]).toSorted((one, other) => one - other);
    expect(delays).toHaveLength(50);
    const expected = [(delays[24]! + delays[25]!) / 2, delays[44]!, delays[49]!, delays[49]!];
    expect(table[2]?.slice(1)).toEqual(expected.map((ms) => Number(ms.toFixed(1))));
    const creates = resultOf('a');
    const [lethe, bare] = [creates.figures.lethe, creates.figures.bare].map((rates) => {
      const [one = 0, other = 0] = rates as number[];
      return (one + other) / 2;
    });
    expect(creates.targets[0]?.value).toBe(Number((lethe! / bare!).toFixed(2)));
  });
});

describe('a benchmark that fails', () => {
  // A RAM disk, which only some benchmarks refuse, exists at a known path only on Linux.
  const itOnLinux = process.platform === 'linux' ? it : it.skip;

  itOnLinux('reports its failure, runs the other benchmarks, and sets exit code 1', async () => {
    const { code, results } = await bench('a', 'h', '--dir', '/dev/shm');
    expect(code).toBe(1);
    const [creates, index] = results;
    expect(creates?.failure).toContain('/dev/shm');
    expect(creates?.failure).toContain('is a RAM disk');
    expect(index?.failure).toBeUndefined();
    expect(leavesOf(index?.figures).filter(isNumber)).not.toEqual([]);
  });
});
