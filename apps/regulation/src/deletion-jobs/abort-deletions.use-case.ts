import type { AbortDeletionsCommand } from '@lethe/contracts';
import type { DatabaseConnection } from '@lethe/database';
import { appendToOutbox } from '@lethe/outbox';
import type { EntityManager } from 'typeorm';
import { SCHEMA } from '../database/schema-name.js';
import { assertInTime } from '../regulations/assert-in-time.js';
import type { RegulationEvents } from '../regulations/regulation-events.js';

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
    private readonly events: RegulationEvents,
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
  }

  private async abortBatch(
    manager: EntityManager,
    { context: { workspaceId }, destinationId }: AbortDeletionsCommand,
  ): Promise<number> {
    // In the order in which a cancel locks them as well.
    const jobs = await manager.query<{ id: string }[]>(
      `select id from ${SCHEMA}.deletion_jobs
        where workspace_id = $1 and destination_id = $2 and state in ('pending', 'failed')
        order by id limit ${BATCH} for update`,
      [workspaceId, destinationId],
    );
    if (jobs.length === 0) return 0;
    const ids = jobs.map((job) => job.id);
    const at = new Date().toISOString();
    await manager.query(
      `update ${SCHEMA}.deletion_jobs set state = 'aborted', reason = $2, changed_at = $3
        where id = any($1::bigint[])`,
      [ids, REASON, at],
    );
    const users = await manager.query<{ regulation_id: string }[]>(
      `select regulation_id from ${SCHEMA}.deletion_job_users where job_id = any($1::bigint[])
        order by job_id, regulation_id`,
      [ids],
    );
    const facts = users.map((user) =>
      this.events.deletionStatusChanged({
        regulationId: user.regulation_id,
        workspaceId,
        destinationId,
        status: 'aborted',
        at,
      }),
    );
    await appendToOutbox(SCHEMA, manager, facts);
    return jobs.length;
  }
}
