const JOB_ID = /^[1-9]\d{0,17}$/;

/** Whether a text can be the id of a deletion job: a positive number that PostgreSQL's `bigint` holds. */
export function isJobId(text: string): boolean {
  return JOB_ID.test(text);
}
