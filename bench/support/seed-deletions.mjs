/**
 * Stores deletion jobs: finished ones, and waiting ones of one user each, nine tenths of them at the first destination. The
 * destinations are divided among ten workspaces. Finished jobs have no users here: a claim never looks at them.
 */
export async function seedDeletions(database, { finished, waiting, destinations }) {
  await database.query(`set session_replication_role = replica`); // no look at each regulation of each user
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
  await database.query(
    `with jobs as (
       insert into regulation.deletion_jobs
         (workspace_id, request_id, destination_id, destination_type, held, created_at, changed_at, claimable_at, due_at)
       select 'ws_' || d % 10, gen_random_uuid(), 'dst_' || d, 'WEBHOOK', false, at, at, at, at + interval '30 days'
         from (select case when n % 10 = 0 then n / 10 % $2 else 0 end as d,
                      now() - interval '1 hour' + n * interval '1 millisecond' as at
                 from generate_series(1, $1::bigint) as n) row
       returning id, workspace_id, created_at
     ), numbered as (
       select *, gen_random_uuid() as regulation_id from jobs
     ), users as (
       insert into regulation.deletion_job_users (job_id, regulation_id) select id, regulation_id from numbered
     )
     insert into regulation.regulations
       (id, workspace_id, request_id, regulation_type, user_id, attributes, destination_ids, created_at, created_by)
     select regulation_id, workspace_id, gen_random_uuid(), 'delete', 'user-' || id,
            jsonb_build_object('userId', 'user-' || id), array['dst_0'], created_at, 'bench'
       from numbered`,
    [waiting, destinations],
  );
  await database.query(`set session_replication_role = origin`);
  for (const table of ['deletion_jobs', 'deletion_job_users', 'regulations']) {
    await database.query(`vacuum (analyze) regulation.${table}`);
  }
  await database.query('checkpoint');
}
