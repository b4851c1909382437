import { mkdtempSync, rmSync, chmodSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Variables of the caller that tests keep. All other variables are removed, because a program under
 * test could read them. Examples are `DATABASE_URL`, `LETHE_SECRET_KEY`, `PGHOST`, `HTTP_PROXY` and
 * `NODE_OPTIONS`.
 */
const KEPT = [
  // Variables that describe the machine and the user.
  /^(PATH|HOME|USER|LOGNAME|SHELL|TERM|TMPDIR|XDG_CACHE_HOME|JAVA_HOME)$/,
  // Settings of the test run. No program of Lethe reads them.
  /^(CI|FORCE_COLOR|NO_COLOR|LETHE_(TEST|E2E|OPENAPI|PANEL)_\w+|LETHE_REQUIRE_BROWSER|LETHE_SCREENSHOTS)$/,
  // Settings for downloads, for the tools that tests call.
  /^(NODE_EXTRA_CA_CERTS|(npm_config|MAVEN|PIP|DOCKER)_\w+)$/i,
];

/**
 * Removes the caller's variables from this process, and therefore from all processes that it
 * starts.
 */
export function cleanEnvironment() {
  for (const name of Object.keys(process.env)) {
    if (!KEPT.some((pattern) => pattern.test(name))) delete process.env[name];
  }
  process.env.NODE_ENV = 'test'; // as Jest sets it by default
}

/**
 * Moves this process, and therefore all processes that it starts, into an empty folder. Lethe keeps
 * its data in the working directory, and the checkout can contain the data of `npm start`.
 *
 * @returns a function that returns to the earlier folder and removes the empty one
 */
export function enterEmptyFolder() {
  const before = process.cwd();
  const folder = mkdtempSync(join(tmpdir(), 'lethe-cwd-'));
  chmodSync(folder, 0o755); // PostgreSQL runs as another user if the tests run as root
  process.chdir(folder);
  return () => {
    process.chdir(before);
    rmSync(folder, { recursive: true, force: true });
  };
}
