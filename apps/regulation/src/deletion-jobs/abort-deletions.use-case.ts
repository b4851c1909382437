import type { AbortDeletionsCommand } from '@lethe/contracts';
import type { DatabaseConnection } from '@lethe/database';
import { assertInTime } from '../regulations/assert-in-time.js';
import { abortWaiting, JOBS_AT_ONCE } from './abort-waiting.js';
import { forgetLane } from './lanes/forget-lane.js';

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
  async execute(command: AbortDeletionsCommand): Promise<void> {
    const { destinationId } = command;
    const lane = { workspaceId: command.context.workspaceId, destinationId };
    let aborted: number;
    do {
      assertInTime(command.context);
      aborted = await this.database.transaction((manager) =>
        abortWaiting(manager, this.topicPrefix, lane, { reason: REASON }),
      );
      if (aborted > 0) this.afterCommit();
    } while (aborted === JOBS_AT_ONCE);
    if (command.mayStay === true) return;
    await this.database.transaction((manager) => forgetLane(manager, lane));
  }
}
