import type { ClaimedJob, JobOutcome } from '@lethe/api/deletions';
import type { DeletionOutcome } from '@lethe/destinations';

/** Returns the outcome of one job of a pass. */
export function toJobOutcome(outcome: DeletionOutcome, job: ClaimedJob): JobOutcome {
  if (outcome.status === 'aborted') return { status: 'aborted', reason: outcome.reason };
  if (outcome.status !== 'complete') return outcome;
  const { record, refused = [] } = outcome;
  const ids = new Set(job.users.map(({ regulationId }) => regulationId));
  const users = refused.filter(({ regulationId }) => ids.has(regulationId));
  return { status: 'complete', record, ...(users.length === 0 ? {} : { refused: users }) };
}
