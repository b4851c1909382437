import { missingS3Prerequisite, startLocalS3 } from '@lethe/local-services';
import { skipOrFail } from './skip-or-fail.js';
import { startOnce } from './test-run.js';

/** Returns the S3 that all tests of a run share. The first caller starts it. */
export function testS3Endpoint(): Promise<string> {
  return startOnce(
    's3',
    (dataDir) => startLocalS3({ dataDir }),
    ({ endpoint }) => endpoint,
  );
}

/** Does the same as `describe`, for tests that need a real S3. See `skipOrFail`. */
export function describeWithS3(name: string, tests: () => void): void {
  skipOrFail('an S3', missingS3Prerequisite(), name, tests);
}
