import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { spawnApp } from '@lethe/testing';

const VERSION = '4.32.5';
const CACHE = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'lethe');
const PACKAGES = join(CACHE, `schemathesis-${VERSION}`);
const CHECKS = fileURLToPath(new URL('refusals.py', import.meta.url));

/**
 * Fetches Schemathesis from PyPI if it is missing. Several processes can do this at the same time.
 * The first one that finishes provides the result.
 */
export async function fetchSchemathesis(): Promise<void> {
  if (existsSync(PACKAGES)) return;
  mkdirSync(CACHE, { recursive: true });
  const partial = mkdtempSync(`${PACKAGES}.partial-`);
  try {
    const quiet = ['--quiet', '--disable-pip-version-check'];
    const args = [
      '-m',
      'pip',
      'install',
      ...quiet,
      '--target',
      partial,
      `schemathesis==${VERSION}`,
    ];
    await promisify(execFile)('python3', args);
    if (!existsSync(PACKAGES)) renameSync(partial, PACKAGES);
  } finally {
    rmSync(partial, { recursive: true, force: true });
  }
}

export interface Attack {
  readonly address: string;
  /** No credentials when absent. */
  readonly authorization?: string;
  readonly seconds: number;
  readonly seed: number;
}

/**
 * Runs Schemathesis, which generates requests from the gateway's OpenAPI document and checks the
 * answers. It runs all its checks except one, which `refusals.py` replaces.
 *
 * @returns the exit code, which is 0 if it found nothing, and its output
 */
export async function attack({ address, authorization, seconds, seed }: Attack) {
  const args = [
    ...['-m', 'schemathesis.cli', 'run', `${address}/openapi.json`],
    ...['--checks', 'all', '--exclude-checks', 'positive_data_acceptance'],
    // The answer of this path never ends.
    ...['--exclude-path', '/v2/events/stream'],
    ...['--continue-on-failure', '--suppress-health-check', 'all', '--request-timeout', '60'],
    ...['--max-time', String(seconds), '--seed', String(seed)],
    ...(authorization === undefined ? [] : ['--header', `Authorization: ${authorization}`]),
  ];
  // Schemathesis stores its findings in the current folder, and the next run would use them. So
  // each run has a folder of its own.
  const folder = mkdtempSync(join(tmpdir(), 'lethe-schemathesis-'));
  const run = spawnApp({
    command: 'python3',
    args,
    cwd: folder,
    env: { PYTHONPATH: PACKAGES, PYTHONDONTWRITEBYTECODE: '1', SCHEMATHESIS_HOOKS: CHECKS },
  });
  const { code } = await run.exited;
  rmSync(folder, { recursive: true });
  return { code, output: run.output };
}
