import type { Deletion } from '../../api/regulations.js';

/**
 * What to do about data that was found again: wait for the new deletion, verify again after it, or
 * act, because Lethe orders no further deletion.
 */
export type AdviceOnFound = 'wait' | 'verify' | 'act';

/** @returns undefined if the last answer of the destination is not that it has data */
export function adviceOnFound({
  status,
  finishedAt,
  verification,
}: Pick<Deletion, 'status' | 'finishedAt' | 'verification'>): AdviceOnFound | undefined {
  if (verification?.status !== 'found') return undefined;
  if (status === 'pending' || status === 'running' || status === 'failed') return 'wait';
  const { checkedAt } = verification;
  // An answer from before the end of the newest job is about an earlier job.
  const isBefore =
    checkedAt !== undefined &&
    finishedAt !== undefined &&
    Date.parse(checkedAt) < Date.parse(finishedAt);
  return status === 'complete' && isBefore ? 'verify' : 'act';
}
