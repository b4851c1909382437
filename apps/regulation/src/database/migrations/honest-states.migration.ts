import { NumberedMigration, withShortLocks } from '@lethe/database';
import type { QueryRunner } from 'typeorm';
import { SCHEMA } from '../schema-name.js';

/**
 * What states need so that they say no more than is known:
 *
 * - which jobs were handed to data planes, as only their reports on those count;
 * - by when the deletions of a regulation have to be done, and that it is overdue also after some of them failed permanently;
 * - the import that a regulation came with;
 * - which jobs need attention, apart from those that were retried.
 *
 * The indexes are built without a lock on writes, outside of a transaction; run again from its beginning after a crash. They
 * replace earlier ones: older code that still runs beside reads more for a list by status.
 */
export class HonestStatesMigration extends NumberedMigration {
  readonly schema = SCHEMA;
  readonly number = 24;
  readonly oldestCode = 10;
  readonly title = 'honest-states';
  override readonly transaction = false;

  protected async apply(runner: QueryRunner): Promise<void> {
    await withShortLocks(runner, JOBS);
    await withShortLocks(runner, REGULATIONS);
    await runner.query(HANDED_OUT);
    await runner.query(TELL_CHANGED);
    for (const [name, definition] of Object.entries(INDEXES)) {
      await runner.query(`drop index concurrently if exists ${SCHEMA}.${name}`);
      await runner.query(`create index concurrently ${name} on ${SCHEMA}.${definition}`);
    }
    for (const name of REPLACED) {
      await runner.query(`drop index concurrently if exists ${SCHEMA}.${name}`);
    }
  }
}

const JOBS = [
  // `data_plane_claim`: the last claim by which the job was handed to a data plane of its workspace. A claim and not a flag:
  // code before this column does not write it, and its claims must not look like a data plane's.
  // `unretryable_at`: since when its remaining users cannot be retried, as their identifiers were forgotten.
  `alter table ${SCHEMA}.deletion_jobs
     add column if not exists data_plane_claim uuid,
     add column if not exists unretryable_at timestamptz`,
];

const REGULATIONS = [
  // `ended_overdue`: no deletion of it is open, some failed permanently, and their time has passed. While one is open,
  // `deletion_status` says `overdue`.
  `alter table ${SCHEMA}.regulations
     add column if not exists due_at timestamptz,
     add column if not exists ended_overdue boolean not null default false,
     add column if not exists import_id text`,
];

/** Jobs that data planes have now. Lethe's own worker leaves its name at the destination. */
const HANDED_OUT = `
  update ${SCHEMA}.deletion_jobs j set data_plane_claim = j.claim_id
    from ${SCHEMA}.deletion_lanes lane
   where lane.workspace_id = j.workspace_id and lane.destination_id = j.destination_id
     and lane.claim_id = j.claim_id and lane.worker is null
     and j.state = 'running' and j.destination_type <> 'CUSTOM' and j.data_plane_claim is null`;

/** As `needsAttention` and `isUndone` have it. */
const NEEDS_ATTENTION = `state = 'aborted' and retried_at is null`;
const UNDONE = `(state in ('pending', 'running', 'failed') or (${NEEDS_ATTENTION}))`;

/** As `list-conditions.ts` has it. */
const TYPE_AND_STANDING = `case when canceled or regulation_type = 'suppress' then null
  else regulation_type || ' ' || (coalesce(deletion_status, 'deleting')
    || case when ended_overdue then ' overdue' else '' end) end`;

const INDEXES = {
  deletion_jobs_undone: `deletion_jobs (workspace_id, due_at) include (destination_id, state, retried_at) where ${UNDONE}`,
  deletion_jobs_becoming_overdue: `deletion_jobs (due_at) where ${UNDONE} and not overdue_settled`,
  deletion_jobs_needing_attention: `deletion_jobs (workspace_id, created_at, id) include (destination_id)
    where ${NEEDS_ATTENTION}`,
  deletion_jobs_to_retry: `deletion_jobs (workspace_id, destination_id, created_at, id)
    where ${NEEDS_ATTENTION} and unretryable_at is null`,
  deletion_jobs_unretryable: `deletion_jobs (workspace_id, destination_id, created_at)
    where ${NEEDS_ATTENTION} and unretryable_at is not null`,
  regulations_by_standing: `regulations (workspace_id, (${TYPE_AND_STANDING}), id nulls first)
    where ${TYPE_AND_STANDING} is not null`,
};
const REPLACED = ['deletion_jobs_due', 'deletion_jobs_falling_due', 'regulations_by_status'];

/** Ids that an event names; see `TellEventsMigration`, whose function this replaces. */
const MOST_IDS = 100;

/** SQL of how a regulation stands, as one text: `regulationStatus`, and whether it is overdue. */
const STANDING = `case when canceled then 'canceled' when destination_ids is null then 'active'
  else coalesce(deletion_status, 'deleting') || case when ended_overdue then ' overdue' else '' end end`;

const TELL_CHANGED = `
  create or replace function ${SCHEMA}.tell_changed_regulations() returns trigger language plpgsql
     security definer set search_path = pg_catalog, pg_temp as $function$
   begin
     insert into ${SCHEMA}.events (workspace_id, type, data)
     select workspace_id,
            case when value = 'canceled' then 'regulations.canceled' else 'regulations.status' end,
            json_strip_nulls(json_build_object(
              'status', case value when 'canceled' then null when 'overdue' then 'deleting'
                        else replace(value, ' overdue', '') end,
              'overdue', case when value like '%overdue' then true end,
              'count', count(*), 'firstId', min(id::text collate "C"), 'lastId', max(id::text collate "C"),
              'ids', case when count(*) <= ${MOST_IDS} then json_agg(id order by id) filter (where few) end))::text
       from (
         select workspace_id, id, max(new_value) as value from (
           select workspace_id, id, ${STANDING} as new_value, null as old_value from changed_rows
           union all
           select workspace_id, id, null, ${STANDING} from former_rows) both_rows
          group by workspace_id, id having max(new_value) <> max(old_value)) changed
      cross join (
        select count(*) <= ${MOST_IDS} as few from (select from changed_rows limit ${MOST_IDS + 1}) few_rows) size
      group by workspace_id, value;
     return null;
   end
   $function$`;
