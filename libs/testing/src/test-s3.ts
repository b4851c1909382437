import { missingS3Prerequisite, startLocalS3 } from '@lethe/local-services';
import { endWithRun, startOnce } from './test-run.js';

/** The S3 that all tests of a run share: the first caller starts it, and it ends with the run. */
export async function testS3Endpoint(): Promise<string> {
  return startOnce('s3', async (dataDir) => {
    const s3 = await startLocalS3({ dataDir });
    endWithRun(s3.pid, dataDir);
    s3.unref();
    return s3.endpoint;
  });
}

/**
 * `describe` for tests on a real S3. Where none can be had they are skipped, with the reason in the
 * name; with `CI=true` that is a failure.
 */
export function describeWithS3(name: string, tests: () => void): void {
  const reason = missingS3Prerequisite();
  if (reason === undefined) {
    describe(name, tests);
  } else if (process.env.CI === 'true') {
    describe(name, () => {
      it('has an S3 to run on', () => {
        throw new Error(reason);
      });
    });
  } else {
    // On a machine of a developer without Java or Maven; CI fails above.
    describe.skip(`${name} (skipped: ${reason})`, tests);
  }
}
