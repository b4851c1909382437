import { createHash } from 'node:crypto';

const BYTES = 16;

/**
 * By which the same report is known again, without keeping what it says. Taken of what the worker said: what is
 * stored of it depends on the users that the job has at the time.
 *
 * @param claimId the lease: the same words of another lease are another report
 */
export function hashReport(claimId: string, said: unknown): Buffer {
  const hash = createHash('sha256').update(`${claimId}\0${JSON.stringify(said)}`);
  return hash.digest().subarray(0, BYTES);
}
