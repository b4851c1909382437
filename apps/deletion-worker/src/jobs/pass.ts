import type { ClaimedJob } from '@lethe/api/deletions';
/** Jobs whose users go to the provider together. */
export type Pass = readonly [ClaimedJob, ...ClaimedJob[]];

/**
 * Which of the jobs are one pass: all of them, but for those that the destination has accepted, each of
 * which has a place of its own to ask at, and those that stand somewhere. They come first, with their like.
 */
export function passesOf(jobs: readonly ClaimedJob[]): Pass[] {
  const together = new Map<string, Pass>();
  const alone: Pass[] = [];
  for (const job of jobs) {
    const place = job.progress === undefined ? '' : JSON.stringify(job.progress);
    const others = together.get(place);
    if (job.accepted !== undefined) alone.push([job]);
    else together.set(place, others === undefined ? [job] : [...others, job]);
  }
  const fresh = together.get('');
  together.delete('');
  return [...together.values(), ...(fresh === undefined ? [] : [fresh]), ...alone];
}

/** @param pass of two jobs or more */
export function halvesOf(pass: Pass): [Pass, Pass] {
  const middle = Math.ceil(pass.length / 2);
  return [pass.slice(0, middle) as unknown as Pass, pass.slice(middle) as unknown as Pass];
}
