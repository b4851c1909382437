import type { ClaimedJob, JobOutcome } from '@lethe/api/deletions';
import type { DeletionOutcome } from '@lethe/destinations';

/** What an outcome of a pass means for one of its jobs. */
export function toJobOutcome(outcome: DeletionOutcome, job: ClaimedJob): JobOutcome {
  if (outcome.status === 'aborted') return { status: 'aborted', reason: outcome.reason };
  if (outcome.status !== 'complete') return outcome;
  const { record, refused = [] } = outcome;
  const ids = new Set(job.users.map(({ regulationId }) => regulationId));
  const own = refused.filter(({ regulationId }) => ids.has(regulationId));
  return { status: 'complete', record, ...(own.length === 0 ? {} : { refused: own }) };
}
