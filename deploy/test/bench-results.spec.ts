import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = new URL('../../', import.meta.url);
const load = async (path: string): Promise<unknown> => import(new URL(path, root).href);

interface Target {
  readonly name: string;
  readonly value: number;
  readonly bound: string;
  readonly met: boolean;
  readonly ratio?: { readonly better: 'higher' | 'lower'; readonly rounds: readonly number[] };
}
type Targets = Readonly<Record<string, readonly Target[]>>;
interface Bound {
  readonly atLeast?: number;
  readonly atMost?: number;
}
interface OtherPrograms {
  readonly before: number;
  readonly during: number | null;
}
interface Run {
  readonly date: string;
  readonly commit?: string;
  readonly modified?: boolean;
  readonly machine: Readonly<Record<string, string>>;
  readonly otherPrograms: OtherPrograms;
}
interface Entry extends Run {
  readonly ratios: readonly { readonly name: string; readonly value: number }[];
  readonly absolute: { readonly targets: readonly Target[]; readonly figures: unknown };
}
interface VersionRecord {
  readonly version: string;
  readonly benches: Readonly<Record<string, Entry>>;
}
interface Compared {
  readonly id: string;
  readonly name: string;
  readonly verdict: string;
  readonly version?: string;
  readonly recorded?: number;
  readonly measured?: number;
  readonly worseBy?: number;
}

const { ratio, target } = (await load('bench/support/report.mjs')) as {
  ratio: (name: string, value: number, bound: Bound, rounds?: readonly number[]) => Target;
  target: (name: string, value: number, bound: Bound) => Target;
};
const { latestEntries, compareRatios } = (await load('bench/support/compare-ratios.mjs')) as {
  latestEntries: (
    records: readonly VersionRecord[],
    ids: readonly string[],
  ) => Record<string, Entry & { readonly version: string }>;
  compareRatios: (
    recorded: Readonly<Record<string, Entry>>,
    runs: readonly Targets[],
  ) => readonly Compared[];
};
const { guardRatios } = (await load('bench/support/guard-ratios.mjs')) as {
  guardRatios: (options: {
    records: readonly VersionRecord[];
    ids: readonly string[];
    busyShare: number;
    run: (id: string) => Promise<{ targets?: readonly Target[]; failure?: string }>;
    write: (line: string) => void;
  }) => Promise<boolean>;
};
const { entryOf, keepEntry, readResults } = (await load('bench/support/results.mjs')) as {
  entryOf: (result: { targets: readonly Target[]; figures: unknown }, run: Run) => Entry;
  keepEntry: (options: {
    folder: string;
    version: string;
    ids: readonly string[];
    id: string;
    entry: Entry;
  }) => void;
  readResults: (folder?: string) => readonly VersionRecord[];
};
const { performancePage } = (await load('tools/performance-page.mjs')) as {
  performancePage: (
    generated: string,
    records: readonly VersionRecord[],
    ids: readonly string[],
  ) => string;
};

const RUN: Run = {
  date: '2026-11-27T10:00:00.000Z',
  commit: '0123456789abcdef',
  modified: false,
  machine: { cpu: '2 × CPU', memory: '8 GiB', system: 'linux x64', node: 'Node 20.19.0' },
  otherPrograms: { before: 0.01, during: 0.02 },
};
const share = (value: number): Target => ratio('share', value, { atLeast: 0.5 }, [value]);
const times = (value: number): Target => ratio('times', value, { atMost: 3 });
const entry = (targets: readonly Target[], run: Partial<Run> = {}): Entry =>
  entryOf({ targets, figures: {} }, { ...RUN, ...run });
const recordOf = (version: string, benches: Readonly<Record<string, Entry>>): VersionRecord => ({
  version,
  benches,
});

describe('a comparison with the recorded ratios', () => {
  const verdictOf = (recorded: Target, ...measured: readonly Target[]): Compared | undefined =>
    compareRatios(
      latestEntries([recordOf('0.1.0', { a: entry([recorded]) })], ['a']),
      measured.map((each) => ({ a: [each] })),
    )[0];

  it.each([
    ['a higher share', share(0.5), share(0.9), 'as recorded', -0.8],
    ['an equal share', share(0.5), share(0.5), 'as recorded', 0],
    ['a share 14 % lower', share(1), share(0.86), 'as recorded', 0.14],
    ['a share 15 % lower', share(1), share(0.85), 'as recorded', 0.15],
    ['a share 16 % lower', share(1), share(0.84), 'worse', 0.16],
    ['fewer times', times(2), times(1), 'as recorded', -0.5],
    ['equal times', times(2), times(2), 'as recorded', 0],
    ['times 14 % higher', times(2), times(2.28), 'as recorded', 0.14],
    ['times 15 % higher', times(2), times(2.3), 'as recorded', 0.15],
    ['times 16 % higher', times(2), times(2.32), 'worse', 0.16],
  ])('judges %s', (_what, recorded, measured, verdict, worseBy) => {
    expect(verdictOf(recorded, measured, measured, measured)).toEqual({
      ...{ id: 'a', name: recorded.name, verdict, version: '0.1.0' },
      ...{ recorded: recorded.value, measured: measured.value, worseBy },
    });
  });

  it('judges the median of the runs', () => {
    expect(verdictOf(share(1), share(0.1), share(0.9), share(0.95))?.verdict).toBe('as recorded');
    expect(verdictOf(share(1), share(0.1), share(0.2), share(2))?.verdict).toBe('worse');
  });

  it('reports a ratio or a benchmark that a run does not have as missing', () => {
    expect(verdictOf(share(1), share(1), times(1), share(1))?.verdict).toBe('missing');
    expect(verdictOf(share(1), share(1), share(NaN), share(1))?.verdict).toBe('missing');
    const recorded = latestEntries([recordOf('0.1.0', { a: entry([share(1)]) })], ['a']);
    const compared = compareRatios(recorded, [{ a: [share(1)] }, { b: [share(1)] }]);
    expect(compared).toEqual([
      { id: 'a', name: 'share', verdict: 'missing', version: '0.1.0', recorded: 1 },
    ]);
  });

  it('reports a ratio that is not recorded as new, and compares no absolute figure', () => {
    const recorded = latestEntries([recordOf('0.1.0', { a: entry([share(1)]) })], ['a']);
    const absolute = target('ms', 900, { atMost: 5 });
    expect(compareRatios(recorded, [{ a: [share(1), times(1), absolute] }])).toMatchObject([
      { name: 'share', verdict: 'as recorded' },
      { name: 'times', verdict: 'new' },
    ]);
  });

  it('uses the latest version that has the benchmark', () => {
    const records = [
      recordOf('0.2.0', { a: entry([share(0.7)]), d: entry([target('ms', 1, { atMost: 25 })]) }),
      recordOf('0.1.0', { a: entry([share(0.6)]), b: entry([times(2)]), old: entry([share(1)]) }),
    ];
    const entries = Object.entries(latestEntries(records, ['a', 'b', 'd', 'edge']));
    expect(entries.map(([id, { version, ratios }]) => [id, version, ratios[0]?.value])).toEqual([
      ['a', '0.2.0', 0.7],
      ['b', '0.1.0', 2],
    ]);
  });
});

describe('npm run bench:compare', () => {
  const records = [recordOf('0.1.0', { a: entry([share(0.6)]), b: entry([times(2)]) })];
  const guard = async (
    change: Partial<Parameters<typeof guardRatios>[0]>,
  ): Promise<{ isWithin: boolean; ran: string; lines: string }> => {
    const lines: string[] = [];
    const ran: string[] = [];
    const targets: Targets = { a: [share(0.58)], b: [times(2.1)] };
    const isWithin = await guardRatios({
      ...{ records, ids: ['a', 'b'], busyShare: 0.01, write: (line) => lines.push(line) },
      run: (id) => {
        ran.push(id);
        return Promise.resolve({ targets: targets[id]! });
      },
      ...change,
    });
    return { isWithin, ran: ran.join(' '), lines: lines.join('\n') };
  };

  it('runs each benchmark three times, and succeeds with ratios as recorded', async () => {
    const { isWithin, ran } = await guard({});
    expect(isWithin).toBe(true);
    expect(ran).toBe('a b a b a b');
  });

  it('names benchmark, ratio, recorded and measured value of a worse one', async () => {
    const worse = { targets: [share(0.45)] };
    const { isWithin, lines } = await guard({ ids: ['a'], run: () => Promise.resolve(worse) });
    expect(isWithin).toBe(false);
    expect(lines).toContain(
      'worse        (a) share: recorded 0.6 (0.1.0), measured 0.45 (25 % worse, at most 15 % are allowed)',
    );
  });

  it('fails when a benchmark fails', async () => {
    const failed = { failure: 'no disk' };
    const { isWithin, lines } = await guard({ run: () => Promise.resolve(failed) });
    expect(isWithin).toBe(false);
    expect(lines).toContain('(a) failed: no disk');
    expect(lines).toMatch(/missing +\(b\) times: recorded 2 \(0\.1\.0\), but not measured/);
  });

  it.each([0.051, NaN])('refuses a machine of which %d is in use', async (busyShare) => {
    const { isWithin, ran, lines } = await guard({ busyShare });
    expect(isWithin).toBe(false);
    expect(ran).toBe('');
    expect(lines).toContain('The machine is not idle');
  });

  it.each([
    { before: 0.06, during: 0 },
    { before: 0, during: 0.06 },
  ])('refuses ratios of a run beside other programs: %j', async (otherPrograms) => {
    const busy = recordOf('0.2.0', { b: entry([times(2)], { otherPrograms }) });
    const { isWithin, ran, lines } = await guard({ records: [busy, ...records] });
    expect(isWithin).toBe(false);
    expect(ran).toBe('');
    expect(lines).toContain('The recorded ratios of b come from a machine that was not idle');
  });

  it('fails when nothing is recorded', async () => {
    const { isWithin, ran, lines } = await guard({ records: [] });
    expect(isWithin).toBe(false);
    expect(ran).toBe('');
    expect(lines).toContain('npm run bench -- all --json');
  });
});

describe('the record of a version', () => {
  let folder: string;
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'lethe-results-'))));
  afterEach(() => {
    rmSync(folder, { recursive: true });
  });
  const keep = (version: string, id: string, value: number): void => {
    keepEntry({ folder, version, ids: ['a', 'b', 'c'], id, entry: entry([share(value)]) });
  };

  it('replaces only the entry of the benchmark that ran', () => {
    keep('0.1.0', 'b', 0.6);
    keep('0.1.0', 'a', 0.5);
    keep('0.1.0', 'b', 0.7);
    const [record] = readResults(folder);
    const values = Object.entries(record!.benches).map(([id, { ratios }]) => [
      id,
      ratios[0]?.value,
    ]);
    expect(values).toEqual([
      ['a', 0.5],
      ['b', 0.7],
    ]);
    expect(readdirSync(folder)).toEqual(['0.1.0.json']);
  });

  it('has the entries of benchmarks that exist', () => {
    keep('0.1.0', 'c', 0.6);
    const a = entry([share(1)]);
    keepEntry({ folder, version: '0.1.0', ids: ['a', 'b'], id: 'a', entry: a });
    expect(Object.keys(readResults(folder)[0]!.benches)).toEqual(['a']);
  });

  it('is sorted by semantic version, the latest first', () => {
    const versions = ['0.9.0', '0.10.0-rc.1', '1.0.0', '0.10.0', '0.10.0-rc.2'];
    for (const version of versions) keep(version, 'a', 1);
    expect(readResults(folder).map(({ version }) => version)).toEqual([
      '1.0.0',
      '0.10.0',
      '0.10.0-rc.2',
      '0.10.0-rc.1',
      '0.9.0',
    ]);
  });

  it('is empty without results', () => {
    expect(readResults(join(folder, 'none'))).toEqual([]);
  });

  it('separates ratios from absolute figures, and has no text of the figures', () => {
    const durations = Array.from({ length: 100 }, (_none, n) => n + 1);
    const figures = { durations, rates: [1.23456789, 2], starts: [{ ms: 5, file: '/home/ada/x' }] };
    const ms = target('ms', 7, { atMost: 5 });
    const written = entryOf({ targets: [share(0.51239), ms], figures }, RUN);
    expect(written).toEqual({
      ...RUN,
      ratios: [
        {
          ...{ name: 'share', value: 0.51239, bound: '≥ 0.5', met: true },
          ...{ better: 'higher', rounds: [0.512] },
        },
      ],
      absolute: {
        targets: [{ name: 'ms', value: 7, bound: '≤ 5', met: false }],
        figures: {
          durations: { count: 100, median: 50.5, p99: 99, maximum: 100 },
          rates: [1.2346, 2],
          starts: [{ ms: 5 }],
        },
      },
    });
    expect(JSON.stringify(written)).not.toContain('ada');
  });
});

describe('docs/performance.md', () => {
  const page = (records: readonly VersionRecord[]): string =>
    performancePage('<!-- generated -->', records, ['a', 'b', 'edge', 'z']);
  /** Returns the cells of the rows that begin with the name of a benchmark or a version. */
  const rowsOf = (text: string, first: RegExp): string[][] =>
    text
      .split('\n')
      .filter((line) => line.startsWith('| '))
      .map((line) =>
        line
          .split('|')
          .slice(1, -1)
          .map((cell) => cell.trim()),
      )
      .filter(([cell = '']) => first.test(cell));

  it('says that there are no results', () => {
    expect(page([])).toContain('No results are recorded yet.');
    expect(page([])).not.toMatch(/^## (?:Creates|How it grows)/m);
    expect(page([])).toContain('## How to outgrow one machine');
  });

  it('shows one version', () => {
    const rounds = ratio('share', 0.45, { atLeast: 0.5 }, [0.44, 0.46, 0.4]);
    const text = page([recordOf('0.1.0', { a: entry([rounds]) })]);
    expect(rowsOf(text, /^benchmark$/)).toEqual([['benchmark', 'result', 'target', '0.1.0']]);
    expect(text).toMatch(/^## Creates$/m);
    expect(text).not.toMatch(/^## Lists$/m);
    expect(rowsOf(text, /^a$/)).toEqual([['a', 'share', '≥ 0.5', '0.45 (0.4–0.46), missed']]);
    const machine = '2 × CPU, 8 GiB, linux x64, Node 20.19.0';
    expect(rowsOf(text, /^0\.1/)).toEqual([
      ['0.1.0', 'a', '2026-11-27', '01234567', machine, 'at most 2 %'],
    ]);
  });

  it('shows several versions, the latest first, with ratios and benchmarks that only some have', () => {
    const busy = entry([times(2.5)], { otherPrograms: { before: 0.2, during: null } });
    const text = page([
      recordOf('0.10.0', {
        a: entry([share(0.7)]),
        edge: entry([share(0.6)], { commit: undefined, modified: undefined }),
      }),
      recordOf('0.9.0', { a: entry([share(0.5), times(2)], { modified: true }), b: busy }),
    ]);
    expect(rowsOf(text, /^(?:benchmark|a|b|edge)$/)).toEqual([
      ['benchmark', 'result', 'target', '0.10.0', '0.9.0'],
      ['a', 'share', '≥ 0.5', '0.7', '0.5'],
      ['a', 'times', '≤ 3', '–', '2'],
      ['b', 'times', '≤ 3', '–', '2.5 \\*'],
      ['edge', 'share', '≥ 0.5', '0.6', '–'],
    ]);
    expect(rowsOf(text, /^0\./).map((cells) => [...cells.slice(0, 4), cells.at(-1)])).toEqual([
      ['0.10.0', 'a', '2026-11-27', '01234567', 'at most 2 %'],
      ['0.10.0', 'edge', '2026-11-27', 'unknown', 'at most 2 %'],
      ['0.9.0', 'a', '2026-11-27', '01234567, with changes', 'at most 2 %'],
      ['0.9.0', 'b', '2026-11-27', '01234567', 'at most 20 %'],
    ]);
  });

  it('shows rates and times beside those of the other program, and targets that are no ratios', () => {
    const figures = { letheMs: [10, 30, 20], rawMs: [5, 4, 6] };
    const mib = target('MiB', 170, { atMost: 150 });
    const b = entryOf({ targets: [times(2), mib], figures }, RUN);
    expect(rowsOf(page([recordOf('0.1.0', { b })]), /^b$/)).toEqual([
      ['b', 'ms for 10,000 users', '20', '5: raw bulk insert'],
      ['b', 'times', '≤ 3', '2'],
      ['b', 'MiB', '≤ 150', '170, missed'],
    ]);
  });

  it('shows a benchmark that belongs to no question', () => {
    const text = page([recordOf('0.1.0', { z: entry([share(0.5)]) })]);
    expect(text).toMatch(/^## Others$/m);
    expect(rowsOf(text, /^z$/)).toEqual([['z', 'share', '≥ 0.5', '0.5']]);
  });

  it('has a section for each benchmark', async () => {
    const { BENCHES } = (await load('bench/support/benches.mjs')) as { BENCHES: object };
    const { SECTIONS } = (await load('tools/performance/sections.mjs')) as {
      SECTIONS: readonly { readonly benches: readonly string[] }[];
    };
    const inSections = SECTIONS.flatMap(({ benches }) => benches);
    expect([...inSections, 'growth'].sort()).toEqual(Object.keys(BENCHES).sort());
  });

  it('shows the growth with the data, and extrapolates it', () => {
    const bytes = [1_000, 1_000, 1_000].map((user) => ({ user, deletion: 600 }));
    const costs = {
      quick: { blocks: [10, 12, 14], ms: [1, 1, 1] },
      linear: { blocks: [10, 20, 30], ms: [1, 2, 3] },
    };
    const counts = { suppressedUsers: { ms: [1, 2, 3_000] }, openJobs: { ms: [1, 2, 3] } };
    const sizes = [1_000_000, 10_000_000, 20_000_000];
    const growth = entryOf(
      {
        targets: [
          target('blocks, quick: last ÷ first', 1.4, { atMost: 1.5 }),
          target('blocks, linear: last ÷ first', 3, { atMost: 1.5 }),
        ],
        figures: { sizes, bytes, inUse: { user: 1_400, deletion: 900 }, counts, costs },
      },
      RUN,
    );
    const text = page([recordOf('0.1.0', { growth })]);
    expect(text).toContain(
      '1,000,000 | 10,000,000 | 20,000,000 | last ÷ first | 100,000,000, extrapolated',
    );
    expect(rowsOf(text, /^(?:users, on the disk|stored row by row)/)).toEqual([
      ['users, on the disk', '1 GB', '10 GB', '20 GB', '20', '100 GB'],
      ['stored row by row, estimated', '1.4 GB', '14 GB', '28 GB', '20', '140 GB'],
    ]);
    const blocks = rowsOf(text, /^(?:quick|linear)$/).filter(({ length }) => length === 7);
    // The line of least squares: over the logarithm of the users, or over the users.
    expect(blocks).toEqual([
      ['quick', '10', '12', '14', '1.4', '15.5', '≤ 1.5'],
      ['linear', '10', '20', '30', '3', '114', '≤ 1.5, missed'],
    ]);
  });

  it('is listed in the menu of the documentation site', () => {
    const pages = readFileSync(new URL('docs/site/.vitepress/pages.mjs', root), 'utf8');
    expect(pages).toContain("'docs/performance.md'");
  });
});
