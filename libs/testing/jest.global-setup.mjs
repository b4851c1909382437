import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cleanEnvironment } from '../../tools/jest/own-surroundings.mjs';

/**
 * Runs before every project's tests and starts nothing: it takes the caller's environment away from
 * all workers, and says where services that a spec asks for shall be remembered, so that the workers
 * share them. What the root test script has set for that stays.
 */
export default function globalSetup() {
  cleanEnvironment();
  process.env.LETHE_TEST_RUN_ID ??= randomBytes(4).toString('hex');
  process.env.LETHE_TEST_OWNER_PID ??= String(process.pid);
  process.env.LETHE_TEST_SERVICES_DIR ??= join(
    tmpdir(),
    `lethe-test-${process.env.LETHE_TEST_RUN_ID}`,
  );
}
