import type { DestinationDeletionDto } from '@lethe/api/deletions';
import { FINAL_DELETION_STATES, type DeletionState, type RegulationStatus } from '@lethe/contracts';

const FINAL: readonly DeletionState[] = FINAL_DELETION_STATES;

/**
 * Returns the status of a regulation, which follows from its deletions. A destination that has no
 * job with the user is treated as a destination that deleted nothing. Lists show the stored status
 * instead. `settle-statuses.ts` stores it by the same rule in SQL.
 *
 * @param deletions one for each destination; undefined if the regulation deletes nothing
 * @param wasComplete whether a deletion was complete before a verification found data again, and
 * ordered a new job
 */
export function regulationStatus(
  canceled: boolean,
  deletions: readonly Pick<DestinationDeletionDto, 'status'>[] | undefined,
  wasComplete = false,
): RegulationStatus {
  if (canceled) return 'canceled';
  if (deletions === undefined) return 'active';
  if (deletions.some(({ status }) => !FINAL.includes(status))) return 'deleting';
  const done = deletions.filter(({ status }) => status === 'complete').length;
  if (done === deletions.length) return 'deleted';
  return done === 0 && !wasComplete ? 'deletion_failed' : 'partially_deleted';
}
