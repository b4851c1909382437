import type { DeletionJobRequested } from '@lethe/contracts';

/** A user of a deletion, as on the deletions topic. */
export type DeletionUser = DeletionJobRequested['users'][number];

/** Most users of one job, whatever the destination could take. */
export const MAX_USERS_PER_JOB = 1_000;
/** Most bytes that the users of one job may take on the topic. */
export const MAX_USER_BYTES_PER_JOB = 512 * 1024;

/**
 * Cuts the users of one request into jobs, keeping their order.
 *
 * @param users the users to delete at one destination
 * @param batchSize how many users the destination type takes at once
 */
export function cutJobs(users: readonly DeletionUser[], batchSize: number): DeletionUser[][] {
  const limit = Math.min(batchSize, MAX_USERS_PER_JOB);
  const jobs: DeletionUser[][] = [];
  let job: DeletionUser[] = [];
  let bytes = 0;
  for (const user of users) {
    const size = Buffer.byteLength(JSON.stringify(user)) + 1;
    if (job.length === limit || (job.length > 0 && bytes + size > MAX_USER_BYTES_PER_JOB)) {
      jobs.push(job);
      job = [];
      bytes = 0;
    }
    job.push(user);
    bytes += size;
  }
  if (job.length > 0) jobs.push(job);
  return jobs;
}
