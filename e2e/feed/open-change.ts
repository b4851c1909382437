import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { WORKSPACE } from '../support/workspaces.js';
import type { System } from '../system.js';

export interface OpenChangeOptions {
  readonly userIds: readonly string[];
  /** All sources when absent. */
  readonly sourceIds?: readonly string[];
}

/**
 * Regulations in the tests' workspace, stored as the service stores them. The test ends their
 * transaction.
 */
export class OpenChange {
  private constructor(
    private readonly client: pg.Client,
    /** Ids of the regulations, in the order of the users. */
    readonly ids: readonly string[],
  ) {}

  /** Stores regulations, and leaves the transaction open. */
  static async suppress(system: System, options: OpenChangeOptions): Promise<OpenChange> {
    const { userIds, sourceIds } = options;
    const client = new pg.Client({ connectionString: system.databaseUrl });
    await client.connect();
    const ids = userIds.map(() => randomUUID());
    await client.query('begin');
    await client.query(STORE, [ids, userIds, WORKSPACE, sourceIds ?? null]);
    await client.query(COUNT, [userIds, WORKSPACE, sourceIds ?? ['*']]);
    return new OpenChange(client, ids);
  }

  async commit(): Promise<void> {
    await this.client.query('commit');
    await this.client.end();
  }

  /**
   * Commits, and immediately locks the rows in another transaction, as an overlapping create does.
   */
  async commitAndHold(): Promise<void> {
    const ids = this.ids.map((id) => pg.escapeLiteral(id)).join(', ');
    await this.client.query(
      `commit;
       begin;
       update regulation.suppressions set active_count = active_count + 1
        where (workspace_id, user_id) in (
          select workspace_id, user_id from regulation.regulations where id in (${ids})
        );`,
    );
  }

  async abandon(): Promise<void> {
    await this.client.query('rollback');
    await this.client.end();
  }
}

const STORE = `
  insert into regulation.regulations (
    id, workspace_id, request_id, regulation_type, user_id, attributes, source_ids, created_at,
    created_by
  )
  select id, $3, gen_random_uuid(), 'suppress', user_id, jsonb_build_object('userId', user_id),
         $4::text[], clock_timestamp(), 'e2e'
    from unnest($1::uuid[], $2::text[]) as entry (id, user_id)`;

const COUNT = `
  insert into regulation.suppressions as present (
    workspace_id, user_id, source_id, active_count, first_at, changed_at
  )
  select $2, user_id, source_id, 1, clock_timestamp(), clock_timestamp()
    from unnest($1::text[]) as user_id cross join unnest($3::text[]) as source_id
   order by user_id collate "C", source_id collate "C"
  on conflict (workspace_id, user_id, source_id) do update set
    active_count = present.active_count + 1,
    changed_at = clock_timestamp(),
    change_seq = case when present.active_count = 0 then null else present.change_seq end`;
