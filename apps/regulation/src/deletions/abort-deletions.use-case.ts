import type { AbortDeletions } from '@lethe/api/regulations';
import type { DatabaseConnection } from '@lethe/database';
import { assertInTime } from '../record/assert-in-time.js';
import { abortWaiting } from './abort-waiting.js';
import { forgetLane } from './queues/forget-lane.js';

const REASON = 'The destination was deleted.';

/**
 * Aborts the deletions that wait at a destination, because the destination is being deleted. A
 * running job is left to its worker: the destination has it already.
 */
export class AbortDeletionsUseCase {
  constructor(
    private readonly database: DatabaseConnection,
    private readonly topicPrefix: string,
    private readonly afterCommit: () => void,
  ) {}

  /**
   * @throws LetheError `unavailable`, `outcome_unknown`; jobs that were aborted by then stay
   * aborted
   */
  async execute(command: AbortDeletions): Promise<void> {
    const { destinationId } = command;
    const lane = { workspaceId: command.context.workspaceId, destinationId };
    const goesOn = (): boolean => {
      assertInTime(command.context);
      return true;
    };
    const { database, topicPrefix, afterCommit } = this;
    await abortWaiting({ database, topicPrefix, afterCommit }, lane, { reason: REASON }, goesOn);
    if (command.mayStay === true) return;
    await database.transaction((manager) => forgetLane(manager, lane));
  }
}
