import { createHash } from 'node:crypto';

const BYTES = 16;

/**
 * Returns a hash by which Lethe recognises a repeated report without storing the report. It covers
 * the report as the worker sent it. The stored part also depends on the users that the job has at
 * that time, so it cannot identify the report.
 *
 * @param claimId id of the lease; an equal report for another lease is not a repetition
 */
export function hashReport(claimId: string, report: unknown): Buffer {
  const hash = createHash('sha256').update(`${claimId}\0${JSON.stringify(report)}`);
  return hash.digest().subarray(0, BYTES);
}
