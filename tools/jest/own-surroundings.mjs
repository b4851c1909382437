import { mkdtempSync, rmSync, chmodSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * The variables that tests keep of the caller's. All others are removed, since a program under test may read them:
 * `DATABASE_URL`, `LETHE_SECRET_KEY`, `PGHOST`, `HTTP_PROXY`, `NODE_OPTIONS`, and those that a library will read tomorrow.
 */
const KEPT = [
  // The machine.
  /^(PATH|HOME|USER|LOGNAME|SHELL|TERM|TMPDIR|XDG_CACHE_HOME|JAVA_HOME)$/,
  // How the tests are to run. No program of Lethe reads these.
  /^(CI|FORCE_COLOR|NO_COLOR|LETHE_(TEST|E2E|OPENAPI|PANEL)_\w+|LETHE_REQUIRE_BROWSER|LETHE_SCREENSHOTS)$/,
  // Where the tools that tests call fetch what they lack.
  /^(NODE_EXTRA_CA_CERTS|(npm_config|MAVEN|PIP|DOCKER)_\w+)$/i,
];

/** Removes from this process, and so from all that it starts, what the caller's environment says to Lethe. */
export function cleanEnvironment() {
  for (const name of Object.keys(process.env)) {
    if (!KEPT.some((pattern) => pattern.test(name))) delete process.env[name];
  }
  process.env.NODE_ENV = 'test'; // as Jest sets it where the caller has not
}

/**
 * Puts this process, and so all that it starts, into an empty folder: Lethe keeps its data in the folder where it is started,
 * and the checkout has those of `npm start`.
 *
 * @returns goes back, and removes the folder
 */
export function enterEmptyFolder() {
  const before = process.cwd();
  const folder = mkdtempSync(join(tmpdir(), 'lethe-cwd-'));
  chmodSync(folder, 0o755); // PostgreSQL runs as another user under root
  process.chdir(folder);
  return () => {
    process.chdir(before);
    rmSync(folder, { recursive: true, force: true });
  };
}
