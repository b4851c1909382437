import { missingS3Prerequisite, startLocalS3 } from '@lethe/local-services';
import { describeWith } from './describe-with.js';
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

/** `describe` for tests on a real S3; CI requires one. */
export function describeWithS3(name: string, tests: () => void): void {
  describeWith('an S3', missingS3Prerequisite(), process.env.CI === 'true', name, tests);
}
