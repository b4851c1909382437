import pg from 'pg';
import type { System } from '../system.js';
import { WORKSPACE } from '../support/workspaces.js';

/**
 * A regulation for all sources, stored as the service stores it, by a transaction whose end is the
 * test's to choose.
 */
export class OpenChange {
  /** In the workspace of the end-to-end tests. */
  readonly key: string;

  private constructor(
    private readonly client: pg.Client,
    private readonly userId: string,
  ) {
    this.key = `${WORKSPACE}:${userId}:*`;
  }

  /** Leaves the transaction open. */
  static async suppress(system: System, userId: string): Promise<OpenChange> {
    const client = new pg.Client({ connectionString: system.databaseUrl });
    await client.connect();
    const change = new OpenChange(client, userId);
    await client.query('begin');
    await client.query(
      `insert into regulation.regulations
         (id, workspace_id, request_id, regulation_type, user_id, attributes, created_at, created_by)
       values (gen_random_uuid(), $1, gen_random_uuid(), 'suppress', $2::text,
               jsonb_build_object('userId', $2::text), clock_timestamp(), 'e2e')`,
      [WORKSPACE, userId],
    );
    await client.query(
      `insert into regulation.suppressions
         (workspace_id, user_id, source_id, active_count, first_at, changed_at)
       values ($1, $2, '*', 1, clock_timestamp(), clock_timestamp())`,
      [WORKSPACE, userId],
    );
    return change;
  }

  async commit(): Promise<void> {
    await this.client.query('commit');
    await this.client.end();
  }

  /** Commits, and at once has another transaction hold the row, as an overlapping create does. */
  async commitAndHold(): Promise<void> {
    const row = `workspace_id = ${pg.escapeLiteral(WORKSPACE)} and user_id = ${pg.escapeLiteral(this.userId)}`;
    await this.client.query(
      `commit; begin; update regulation.suppressions set active_count = 2 where ${row};`,
    );
  }

  /** Ends what is open without a trace. */
  async abandon(): Promise<void> {
    await this.client.query('rollback');
    await this.client.end();
  }
}
