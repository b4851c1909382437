const JOB_ID = /^[1-9]\d{0,17}$/;

/**
 * Returns whether a text can be the id of a deletion job, which is a positive number that fits into
 * a `bigint`.
 */
export function isJobId(text: string): boolean {
  return JOB_ID.test(text);
}
