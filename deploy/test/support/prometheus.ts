import { execFileSync, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const deploy = fileURLToPath(new URL('../..', import.meta.url));

const tools = JSON.parse(
  execFileSync(process.execPath, [`${deploy}tools/prometheus.mjs`, '--find'], {
    encoding: 'utf8',
    env: { ...process.env, CI: '' },
  }),
) as { readonly promtool: string } | { readonly missing: string };

/**
 * `describe` for tests that need promtool. Without promtool, they are skipped with the reason in
 * the name, or fail if `CI=true`.
 */
export function describeWithPromtool(name: string, tests: () => void): void {
  if (!('missing' in tools)) {
    describe(name, tests);
  } else if (process.env.CI === 'true') {
    describe(name, () => {
      it('has promtool', () => {
        throw new Error(tools.missing);
      });
    });
  } else {
    // A developer's machine can lack promtool.
    describe.skip(`${name} (skipped: ${tools.missing})`, tests);
  }
}

/** @returns status and complete output */
export function promtool(...args: readonly string[]): { status: number | null; output: string } {
  if ('missing' in tools) throw new Error(tools.missing);
  const { status, stdout, stderr } = spawnSync(tools.promtool, args, { encoding: 'utf8' });
  return { status, output: stdout + stderr };
}
