import { missingS3Prerequisite, startLocalS3 } from '@lethe/local-services';
import { skipOrFail } from './skip-or-fail.js';
import { startOnce } from './test-run.js';

/** The S3 that all tests of a run share: the first caller starts it, and it ends with the run. */
export function testS3Endpoint(): Promise<string> {
  return startOnce(
    's3',
    (dataDir) => startLocalS3({ dataDir }),
    ({ endpoint }) => endpoint,
  );
}

/** `describe` for tests on a real S3; CI requires one. */
export function describeWithS3(name: string, tests: () => void): void {
  skipOrFail('an S3', missingS3Prerequisite(), name, tests);
}
