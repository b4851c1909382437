import type { DestinationDeletionDto } from '@lethe/api/deletions';
import { FINAL_DELETION_STATES, type DeletionState, type RegulationStatus } from '@lethe/contracts';

const FINAL: readonly DeletionState[] = FINAL_DELETION_STATES;

/**
 * Where a regulation stands as a whole. A destination without a job that has the user counts as one where
 * nothing was deleted. The lists find it by what `settle-statuses.ts` writes, by the same rule in SQL.
 *
 * @param deletions at each destination; undefined where there is nothing to delete
 */
export function regulationStatus(
  canceled: boolean,
  deletions: readonly Pick<DestinationDeletionDto, 'status'>[] | undefined,
): RegulationStatus {
  if (canceled) return 'canceled';
  if (deletions === undefined) return 'active';
  if (deletions.some(({ status }) => !FINAL.includes(status))) return 'deleting';
  const done = deletions.filter(({ status }) => status === 'complete').length;
  if (done === deletions.length) return 'deleted';
  return done === 0 ? 'deletion_failed' : 'partially_deleted';
}
