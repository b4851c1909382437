import { SCHEMA } from '../../schema-name.js';

/**
 * Maximum number of ids in an event. An event about more objects has only their number. An event
 * about regulations also has the first and the last id.
 */
const MOST_IDS = 100;

const TABLES = [
  // `tx`: transaction that wrote the event. With it, `read-events.ts` knows which readers have seen
  // the event.
  `create table ${SCHEMA}.events (
     tx xid8 not null default pg_current_xact_id(),
     id bigint generated always as identity,
     at timestamptz not null default clock_timestamp(),
     workspace_id text not null,
     type text not null,
     data text not null,
     primary key (tx, id)
   ) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 10000,
           autovacuum_vacuum_insert_scale_factor = 0, autovacuum_vacuum_insert_threshold = 10000)`,
  // `tx`: oldest transaction that was running in `database` at the time `at`. All older
  // transactions had ended.
  `create table ${SCHEMA}.event_marks (
     at timestamptz primary key, tx xid8 not null, database text not null)`,
];

const COUNT_AND_IDS = `'count', count(*), 'firstId', min(id::text collate "C"), 'lastId', max(id::text collate "C"),
  'ids', case when count(*) <= ${MOST_IDS} then json_agg(id order by id) filter (where few) end`;

const IS_FEW = `
  cross join (select count(*) <= ${MOST_IDS} as few from (select from changed_rows limit ${MOST_IDS + 1}) few_rows) size`;

const CREATED = `
  insert into ${SCHEMA}.events (workspace_id, type, data)
  select workspace_id, 'regulations.created', json_strip_nulls(json_build_object(
           'regulationType', regulation_type, 'destinationIds', destination_ids, ${COUNT_AND_IDS}))::text
    from changed_rows ${IS_FEW}
   group by workspace_id, regulation_type, destination_ids;`;

/**
 * SQL: text with the status of a regulation (`regulationStatus`) and, if the regulation is overdue,
 * the word `overdue`.
 */
const STATUS_TEXT = `case when canceled then 'canceled' when destination_ids is null then 'active'
  else coalesce(deletion_status, 'deleting') || case when ended_overdue then ' overdue' else '' end end`;

/**
 * SQL: rows whose `value` has changed. It groups old and new rows instead of joining them. For a
 * join, PostgreSQL could reuse a plan that it made for one row. With 10,000 rows, that plan would
 * compare each row with all others.
 */
const changed = (columns: string, value: string) => `
    select ${columns}, max(new_value) as value from (
      select ${columns}, ${value} as new_value, null as old_value from changed_rows
      union all
      select ${columns}, null, ${value} from former_rows) both_rows
     group by ${columns} having max(new_value) <> max(old_value)`;

const CHANGED = `
  insert into ${SCHEMA}.events (workspace_id, type, data)
  select workspace_id,
         case when value = 'canceled' then 'regulations.canceled' else 'regulations.status' end,
         json_strip_nulls(json_build_object(
           'status', case value when 'canceled' then null when 'overdue' then 'deleting'
                     else replace(value, ' overdue', '') end,
           'overdue', case when value like '%overdue' then true end, ${COUNT_AND_IDS}))::text
    from (${changed('workspace_id, id', STATUS_TEXT)}) changed ${IS_FEW}
   group by workspace_id, value;`;

const JOBS = `'jobs', count(*), 'jobIds', case when count(*) <= ${MOST_IDS} then json_agg(id::text order by id) end,
  'regulations', sum(users), 'regulationIds', case when sum(users) between 1 and ${MOST_IDS}
    then ('["' || string_agg(user_ids, '","' order by id) || '"]')::json end`;

const JOBS_CHANGED = `
  insert into ${SCHEMA}.events (workspace_id, type, data)
  select workspace_id, 'deletions.status', json_strip_nulls(json_build_object(
           'destinationId', destination_id, 'destinationType', destination_type, 'status', value,
           'reason', reason, ${JOBS}))::text
    from (
      select job.*, counted.users, named.user_ids, case when value in ('failed', 'aborted', 'pending') then j.reason end as reason
        from (${changed('workspace_id, destination_id, destination_type, id', 'state')}) job
        join ${SCHEMA}.deletion_jobs j using (id)
       cross join lateral (
         select count(*) as users from ${SCHEMA}.deletion_job_users u where u.job_id = job.id) counted
       cross join lateral (
         select string_agg(regulation_id::text, '","' order by regulation_id) as user_ids from (
           select regulation_id from ${SCHEMA}.deletion_job_users u where u.job_id = job.id
            order by regulation_id limit ${MOST_IDS}) few_users) named) told
   group by workspace_id, destination_id, destination_type, value, reason;`;

/** Event about users who were added to a job by a deletion request, a retry or a split. */
const USERS_ADDED = `
  insert into ${SCHEMA}.events (workspace_id, type, data)
  select workspace_id, 'deletions.status', json_strip_nulls(json_build_object(
           'destinationId', destination_id, 'destinationType', destination_type, 'status', state,
           'reason', reason, 'retried', case when retried then true end, ${JOBS}))::text
    from (
      select j.id, j.workspace_id, j.destination_id, j.destination_type, j.state, j.reason, users, user_ids,
             exists (select from ${SCHEMA}.regulations r
                      where r.id = added.first_id and r.created_at < j.created_at and j.started_at is null) as retried
        from (
          select job_id, count(*) as users, string_agg(regulation_id::text, '","' order by regulation_id) as user_ids,
                 min(regulation_id::text)::uuid as first_id
            from changed_rows group by job_id) added
        join ${SCHEMA}.deletion_jobs j on j.id = added.job_id) told
   group by workspace_id, destination_id, destination_type, state, reason, retried;`;

const HEALTH = `
  insert into ${SCHEMA}.events (workspace_id, type, data)
  values (new.workspace_id, 'destinations.health', json_strip_nulls(json_build_object(
    'destinationId', new.destination_id, 'destinationType', new.destination_type,
    'health', case when new.paused_at is not null then 'paused' when new.delayed_until is null then 'ok'
                   when new.failures > 0 then 'failing' else 'throttled' end,
    'until', to_char(new.delayed_until at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')))::text);`;

/**
 * Returns the SQL of a trigger function. It runs with the rights of its owner, so a role that
 * changes a table needs no right on the events. Other roles cannot execute the function, so they
 * cannot use it in their own triggers.
 */
const eventTrigger = (name: string, body: string): string[] => [
  `create function ${SCHEMA}.${name}() returns trigger language plpgsql
     security definer set search_path = pg_catalog, pg_temp as $function$
   begin
     ${body}
     return null;
   end
   $function$`,
  `revoke execute on function ${SCHEMA}.${name}() from public`,
];

const FUNCTIONS = [
  ...eventTrigger('tell_created_regulations', CREATED),
  ...eventTrigger('tell_changed_regulations', CHANGED),
  ...eventTrigger('tell_changed_jobs', JOBS_CHANGED),
  ...eventTrigger('tell_users_of_jobs', USERS_ADDED),
  ...eventTrigger('tell_health', HEALTH),
];

const ONCE_ADDED = 'referencing new table as changed_rows for each statement';
const ONCE_CHANGED =
  'referencing old table as former_rows new table as changed_rows for each statement';

const TRIGGERS = [
  `tell_created after insert on ${SCHEMA}.regulations ${ONCE_ADDED}
     execute function ${SCHEMA}.tell_created_regulations()`,
  `tell_changed after update on ${SCHEMA}.regulations ${ONCE_CHANGED}
     execute function ${SCHEMA}.tell_changed_regulations()`,
  `tell_changed after update on ${SCHEMA}.deletion_jobs ${ONCE_CHANGED}
     execute function ${SCHEMA}.tell_changed_jobs()`,
  `tell_added after insert on ${SCHEMA}.deletion_job_users ${ONCE_ADDED}
     execute function ${SCHEMA}.tell_users_of_jobs()`,
  `tell_moved after update on ${SCHEMA}.deletion_job_users ${ONCE_ADDED}
     execute function ${SCHEMA}.tell_users_of_jobs()`,
  `tell_new_health after insert on ${SCHEMA}.deletion_lanes
     for each row when (new.paused_at is not null) execute function ${SCHEMA}.tell_health()`,
  `tell_health after update on ${SCHEMA}.deletion_lanes
     for each row when ((old.paused_at, old.delayed_until) is distinct from (new.paused_at, new.delayed_until))
     execute function ${SCHEMA}.tell_health()`,
];

/**
 * Tables and triggers for the events of the last ten minutes. The transaction that makes a change
 * also writes its event. Triggers write the events, because about twelve different statements
 * change jobs. For each statement and kind of change, a trigger writes one row about all changed
 * objects. See `events/read-events.ts`.
 */
export const EVENTS = [
  ...TABLES,
  ...FUNCTIONS,
  ...TRIGGERS.map((trigger) => `create trigger ${trigger}`),
];
