import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Runs before every project's tests and starts nothing: it only says where services that a spec
 * asks for shall be remembered, so that all workers of the run share them. What the caller has set
 * already (the root test script) stays.
 */
export default function globalSetup() {
  process.env.LETHE_TEST_RUN_ID ??= randomBytes(4).toString('hex');
  process.env.LETHE_TEST_OWNER_PID ??= String(process.pid);
  process.env.LETHE_TEST_SERVICES_DIR ??= join(
    tmpdir(),
    `lethe-test-${process.env.LETHE_TEST_RUN_ID}`,
  );
}
