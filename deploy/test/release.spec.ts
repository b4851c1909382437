import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { parse } from 'yaml';
import { describeWithHelm } from './support/chart.js';

const root = fileURLToPath(new URL('../../', import.meta.url));
const run = promisify(execFile);

interface Outcome {
  readonly code?: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the script of the release workflow. */
function release(...args: readonly string[]): Promise<Outcome> {
  return run(process.execPath, [join(root, 'tools/release.mjs'), ...args]).catch(
    (error: unknown) => error as Outcome,
  );
}

interface Workflow {
  readonly jobs: Readonly<
    Record<
      string,
      {
        readonly strategy?: { readonly matrix: Readonly<Record<string, readonly string[]>> };
        readonly steps?: readonly { readonly run?: string }[];
      }
    >
  >;
}

const { jobs } = parse(
  readFileSync(join(root, '.github/workflows/release.yml'), 'utf8'),
) as Workflow;
const commands = Object.values(jobs).flatMap(({ steps = [] }) =>
  steps.flatMap((one) => one.run ?? []),
);

describe('the version', () => {
  it('is the same in all manifests, the chart, the images, the events and the changelog', async () => {
    const { stdout, stderr } = await release('--dry-run', 'version');
    expect(stderr).toBe('');
    const [, places = ''] = / in (\d+) places/.exec(stdout) ?? [];
    expect(Number(places)).toBeGreaterThan(100);
  });

  it('stops a release if the tag differs, and each place is named', async () => {
    const { code, stderr } = await release('version', '--tag', 'v99.0.0');
    expect(code).toBe(1);
    for (const place of [
      'package.json',
      'apps/cli/package.json in the lock file',
      'apps/cli/package.json @lethe/contracts',
      'tools/types/package.json',
      'deploy/helm/lethe/Chart.yaml appVersion',
      'deploy/helm/lethe/values-production.yaml image.tag',
      'docker/compose.yaml gateway',
      'docs/events/asyncapi.yaml',
      'CHANGELOG.md',
    ]) {
      expect(stderr).toContain(`\n  ${place}: `);
    }
  });
});

describeWithHelm('a dry run of a release', () => {
  const out = mkdtempSync(join(tmpdir(), 'lethe-release-'));
  afterAll(() => {
    rmSync(out, { recursive: true });
  });

  it('makes the chart and the packages, and only prints the commands that publish', async () => {
    // The tests of the package `suppression-index` pack it, and the tests of bills write them.
    const steps = ['chart', 'cli'];
    const { stdout, stderr, code } = await release('--dry-run', '--out', out, ...steps);
    expect({ stderr, code }).toEqual({ stderr: '', code: undefined });
    expect(readdirSync(join(out, 'chart'))).toEqual([expect.stringMatching(/^lethe-[\d.]+\.tgz$/)]);
    expect(readdirSync(join(out, 'npm/cli'))).toEqual([
      expect.stringMatching(/^lethe-cli-[\d.]+\.tgz$/),
    ]);
    expect(stdout.match(/^would run: \S+ \S+/gm)).toEqual([
      'would run: helm push',
      'would run: cosign sign',
      'would run: npm publish',
    ]);
    expect(stdout).toMatch(/npm publish .* --provenance$/m);
    expect(stdout).toMatch(/Nothing was published\.\n$/);
  });
});

describe('the release workflow', () => {
  it('can neither publish without a named step nor misspell a step', async () => {
    expect(await release()).toMatchObject({ code: 2 });
    expect(await release('--dry-run', 'chrat')).toMatchObject({ code: 2 });
    expect(await release('--dry-run', 'constructor')).toMatchObject({ code: 2 });
  });

  it('runs each step that publishes, for each package', () => {
    expect(commands).toContain('npm run release -- version --tag "$GITHUB_REF_NAME"');
    expect(commands).toContain('npm run release -- chart');
    expect(commands).toContain('npm run release -- ${{ matrix.package }}');
    expect(jobs.packages?.strategy?.matrix.package).toEqual(['suppression-index', 'cli']);
  });
});
