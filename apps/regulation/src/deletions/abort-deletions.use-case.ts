import type { AbortDeletions } from '@lethe/api/regulations';
import { assertInTime } from '../record/assert-in-time.js';
import { DESTINATION_DELETED } from './manage/other-type.js';
import { abortWaiting } from './abort-waiting.js';
import { removeQueue } from './queues/remove-queue.js';
import type { ServiceParts } from '../service-parts.js';

/**
 * Aborts the waiting deletions of a destination that is being deleted. A running job continues,
 * because its worker may already have called the destination.
 *
 * @throws LetheError `unavailable`, `outcome_unknown`; jobs that were already aborted stay aborted
 */
export async function abortDeletions(
  parts: Pick<ServiceParts, 'database' | 'topicPrefix' | 'afterCommit'>,
  command: AbortDeletions,
): Promise<void> {
  const { destinationId } = command;
  const queue = { workspaceId: command.context.workspaceId, destinationId };
  const mayContinue = (): boolean => {
    assertInTime(command.context);
    return true;
  };
  await abortWaiting(parts, queue, { reason: DESTINATION_DELETED }, mayContinue);
  if (command.mayStay === true) return;
  await parts.database.transaction((manager) => removeQueue(manager, queue));
}
