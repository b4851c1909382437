import { randomBytes } from 'node:crypto';
import { cleanEnvironment } from '../../tools/jest/isolated-environment.mjs';
import { servicesFolder } from '../../tools/jest/services-folder.mjs';

/**
 * Runs before the tests of every project, and starts no service. Removes the environment variables
 * of the caller from all workers. Sets the folder of shared services if the root test script has
 * not set it.
 */
export default function globalSetup() {
  cleanEnvironment();
  process.env.LETHE_TEST_RUN_ID ??= randomBytes(4).toString('hex');
  process.env.LETHE_TEST_OWNER_PID ??= String(process.pid);
  process.env.LETHE_TEST_SERVICES_DIR ??= servicesFolder(
    `lethe-test-${process.env.LETHE_TEST_RUN_ID}`,
  );
}
