import type { AbortDeletions } from '@lethe/api/regulations';
import { assertInTime } from '../record/assert-in-time.js';
import { GONE } from './manage/other-type.js';
import { abortWaiting } from './abort-waiting.js';
import { forgetLane } from './queues/forget-lane.js';
import type { ServiceParts } from '../service-parts.js';

/**
 * Aborts the deletions that wait at a destination, because the destination is being deleted. A
 * running job is left to its worker: the destination has it already.
 *
 * @throws LetheError `unavailable`, `outcome_unknown`; jobs that were aborted by then stay
 * aborted
 */
export async function abortDeletions(
  parts: Pick<ServiceParts, 'database' | 'topicPrefix' | 'afterCommit'>,
  command: AbortDeletions,
): Promise<void> {
  const { destinationId } = command;
  const lane = { workspaceId: command.context.workspaceId, destinationId };
  const goesOn = (): boolean => {
    assertInTime(command.context);
    return true;
  };
  await abortWaiting(parts, lane, { reason: GONE }, goesOn);
  if (command.mayStay === true) return;
  await parts.database.transaction((manager) => forgetLane(manager, lane));
}
