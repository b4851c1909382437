import { createHash } from 'node:crypto';

const BYTES = 16;

/**
 * Returns a hash by which Lethe recognises a repeated report without storing the report. It is the
 * hash of the report as the worker sent it, because the stored part depends on the users that the
 * job has at that time.
 *
 * @param claimId id of the lease; an equal report for another lease is not a repetition
 */
export function hashReport(claimId: string, report: unknown): Buffer {
  const hash = createHash('sha256').update(`${claimId}\0${JSON.stringify(report)}`);
  return hash.digest().subarray(0, BYTES);
}
