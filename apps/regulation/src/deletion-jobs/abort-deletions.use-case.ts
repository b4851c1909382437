import type { AbortDeletionsCommand } from '@lethe/contracts';
import type { DatabaseConnection } from '@lethe/database';
import type { EntityManager } from 'typeorm';
import { SCHEMA } from '../database/schema-name.js';
import { assertInTime } from '../regulations/assert-in-time.js';
import { forgetLane } from './lanes/forget-lane.js';
import { appendStatusFacts } from './report/append-status-facts.js';

const REASON = 'The destination was deleted.';

/** Most jobs of one transaction. Each has up to 1,000 users, and each user is a fact to publish. */
const BATCH = 10;

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
    let aborted: number;
    do {
      assertInTime(command.context);
      aborted = await this.database.transaction((manager) => this.abortBatch(manager, command));
      if (aborted > 0) this.afterCommit();
    } while (aborted === BATCH);
    const { destinationId } = command;
    const lane = { workspaceId: command.context.workspaceId, destinationId };
    await this.database.transaction((manager) => forgetLane(manager, lane));
  }

  private async abortBatch(
    manager: EntityManager,
    { context: { workspaceId }, destinationId }: AbortDeletionsCommand,
  ): Promise<number> {
    // In the order in which a cancel locks them as well. A claim passes over what is locked.
    const jobs = await manager.query<{ id: string }[]>(
      `select id from ${SCHEMA}.deletion_jobs
        where workspace_id = $1 and destination_id = $2 and state in ('pending', 'failed')
        order by id limit ${BATCH} for update`,
      [workspaceId, destinationId],
    );
    if (jobs.length === 0) return 0;
    const ids = jobs.map((job) => job.id);
    await manager.query(
      `update ${SCHEMA}.deletion_jobs
          set state = 'aborted', reason = $2, progress = null, accepted = null,
              changed_at = statement_timestamp(), finished_at = statement_timestamp()
        where id = any($1::bigint[])`,
      [ids, REASON],
    );
    await appendStatusFacts(manager, this.topicPrefix, ids);
    return jobs.length;
  }
}
