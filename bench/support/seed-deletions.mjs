/**
 * Stores finished deletion jobs, and waiting jobs with one user each. Nine tenths of the waiting
 * jobs belong to the first destination. The destinations are divided among ten workspaces. Finished
 * jobs have no users here, because a claim never reads finished jobs.
 *
 * @param database
 * @param {{ [option: string]: number }} size `finished`, `waiting` and `destinations`
 */
export async function seedDeletions(database, { finished, waiting, destinations }) {
  await database.query(`set session_replication_role = replica`); // skips foreign key checks
  await database.query(`set maintenance_work_mem = '512MB'`);
  await database.query(
    `insert into regulation.deletion_jobs
       (workspace_id, request_id, destination_id, destination_type, state, held, created_at, changed_at,
        claimable_at, due_at, started_at, finished_at)
     select 'ws_' || n % $2 % 10, gen_random_uuid(), 'dst_' || n % $2, 'WEBHOOK', 'complete', false, at, at, at,
            at + interval '30 days', at, at
       from (select n, now() - interval '300 days' + n * interval '1 second' as at
               from generate_series(1, $1::bigint) as n) row`,
    [finished, destinations],
  );
  await insertWaiting(
    database,
    `select 'ws_' || d % 10 as workspace_id, 'dst_' || d as destination_id, n
       from (select case when n % 10 = 0 then n / 10 % $2 else 0 end as d, n
               from generate_series(1, $1::bigint) as n) row`,
    [waiting, destinations],
  );
  await settle(database);
}

/**
 * Stores waiting jobs with one user each in one workspace.
 *
 * @param database
 * @param {{ workspace: string, destinations: string[], each: number }} size `destinations` are ids
 *   of webhooks, which get `each` jobs each
 */
export async function seedWaiting(database, { workspace, destinations, each }) {
  await database.query(`set session_replication_role = replica`);
  await insertWaiting(
    database,
    `select $1::text as workspace_id, destination_id, n
       from generate_series(1, $3::bigint) as n cross join unnest($2::text[]) as destination_id`,
    [workspace, destinations, each],
  );
  await settle(database);
}

/**
 * Stores complete deletion jobs with one user each, and the verification of each. All verifications
 * are due, and their destinations are paused.
 *
 * @param database
 * @param {{ workspace: string, type: string, destinations: string[], each: number }} size
 *   `destinations` are ids of destinations of the type, which get `each` jobs each
 */
export async function seedVerifications(database, { workspace, type, destinations, each }) {
  await database.query(`set session_replication_role = replica`);
  await database.query(
    `with jobs as (
       insert into regulation.deletion_jobs
         (workspace_id, request_id, destination_id, destination_type, state, held, created_at, changed_at, claimable_at,
          due_at, started_at, finished_at, verify_after_seconds)
       select $1, gen_random_uuid(), destination_id, $4, 'complete', false, at, at, at, at + interval '30 days', at, at, 604800
         from (select destination_id, now() - interval '8 days' + n * interval '1 millisecond' as at
                 from generate_series(1, $3::bigint) as n cross join unnest($2::text[]) as destination_id) row
       returning id, destination_id, created_at
     ), numbered as (
       select *, gen_random_uuid() as regulation_id from jobs
     ), users as (
       insert into regulation.deletion_job_users (job_id, regulation_id) select id, regulation_id from numbered
     ), verifications as (
       insert into regulation.deletion_verifications
         (job_id, workspace_id, destination_id, destination_type, created_at, changed_at, due_at, claimable_at)
       select id, $1, destination_id, $4, created_at, created_at, due, due
         from (select *, created_at + interval '7 days' as due from jobs) job
     )
     insert into regulation.regulations
       (id, workspace_id, request_id, regulation_type, user_id, attributes, destination_ids, created_at, created_by,
        done_at)
     select regulation_id, $1, gen_random_uuid(), 'delete', 'user-' || id, jsonb_build_object('userId', 'user-' || id),
            array[destination_id], created_at, 'bench', created_at
       from numbered`,
    [workspace, destinations, each, type],
  );
  await database.query(
    `insert into regulation.deletion_lanes (workspace_id, destination_id, destination_type, verify_at, paused_at)
     select $1, destination_id, $3, now(), now() from unnest($2::text[]) as destination_id
     on conflict (workspace_id, destination_id) do update
       set paused_at = excluded.paused_at, verify_at = excluded.verify_at`,
    [workspace, destinations, type],
  );
  await settle(database);
}

/** @param rows SQL that selects workspace_id, destination_id and n, the order of the jobs */
async function insertWaiting(database, rows, parameters) {
  await database.query(
    `with jobs as (
       insert into regulation.deletion_jobs
         (workspace_id, request_id, destination_id, destination_type, held, created_at, changed_at, claimable_at, due_at)
       select workspace_id, gen_random_uuid(), destination_id, 'WEBHOOK', false, at, at, at, at + interval '30 days'
         from (select *, now() - interval '1 hour' + n * interval '1 millisecond' as at from (${rows}) given) row
       returning id, workspace_id, destination_id, created_at
     ), numbered as (
       select *, gen_random_uuid() as regulation_id from jobs
     ), users as (
       insert into regulation.deletion_job_users (job_id, regulation_id) select id, regulation_id from numbered
     )
     insert into regulation.regulations
       (id, workspace_id, request_id, regulation_type, user_id, attributes, destination_ids, created_at, created_by)
     select regulation_id, workspace_id, gen_random_uuid(), 'delete', 'user-' || id,
            jsonb_build_object('userId', 'user-' || id), array[destination_id], created_at, 'bench'
       from numbered`,
    parameters,
  );
}

const TABLES = ['deletion_jobs', 'deletion_job_users', 'deletion_verifications', 'regulations'];

async function settle(database) {
  await database.query(`set session_replication_role = origin`);
  for (const table of TABLES) {
    await database.query(`vacuum (analyze) regulation.${table}`);
  }
  await database.query('checkpoint');
}
