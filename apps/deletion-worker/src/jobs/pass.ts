import type { ClaimedJob } from '@lethe/api/deletions';
/** Jobs whose users go to the provider together. */
export type Pass = readonly [ClaimedJob, ...ClaimedJob[]];

/**
 * Groups jobs into passes. Jobs with equal progress share a pass. Passes with progress come first.
 * A job that the destination accepted has a pass of its own at the end, because it has its own
 * status URL.
 */
export function passesOf(jobs: readonly ClaimedJob[]): Pass[] {
  const together = new Map<string, Pass>();
  const alone: Pass[] = [];
  for (const job of jobs) {
    const progressKey = job.progress === undefined ? '' : JSON.stringify(job.progress);
    const others = together.get(progressKey);
    if (job.accepted !== undefined) alone.push([job]);
    else together.set(progressKey, others === undefined ? [job] : [...others, job]);
  }
  const fresh = together.get('');
  together.delete('');
  return [...together.values(), ...(fresh === undefined ? [] : [fresh]), ...alone];
}

/** @param pass at least two jobs */
export function halvesOf(pass: Pass): [Pass, Pass] {
  const middle = Math.ceil(pass.length / 2);
  return [pass.slice(0, middle) as unknown as Pass, pass.slice(middle) as unknown as Pass];
}
