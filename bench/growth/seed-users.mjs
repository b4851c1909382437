import { idsOf, WORKSPACE } from '../support/workspace.mjs';
import { withoutIndexes } from '../support/without-indexes.mjs';

export const WORKSPACES = [WORKSPACE, ...idsOf(WORKSPACE, 4)];
/** Maximum number of destinations that have deletion jobs. */
export const MOST_DESTINATIONS = 1_000;
/** One user in so many has a deletion, which has ended. */
export const USERS_PER_DELETION = 10;
/** One user in so many has a deletion that waits for a worker. */
export const USERS_PER_WAITING = 100;

const DAY_MS = 86_400_000;
/** Large tables. The others have no rows of these users. */
const TABLES = ['regulations', 'suppressions', 'deletion_jobs', 'deletion_job_users'];
/** SQL: no triggers, no checks of foreign keys. */
const WITHOUT_CHECKS = 'set session_replication_role = replica';
const WITH_CHECKS = 'set session_replication_role = origin';
/** Users in a transaction of `seedInPortions`. */
const PORTION = 10_000;

/**
 * Returns the times of users. They are within the days for which Lethe keeps personal data after a
 * deletion, so that no background work purges them.
 *
 * @param users number of all users
 */
export function timesOf(users) {
  return { firstMs: Date.now() - 25 * DAY_MS, stepMs: Math.floor((23 * DAY_MS) / users) };
}

/**
 * SQL: users with the numbers from $1 to $2, with ascending ids (UUIDv7) and random user ids like
 * the service's. Parameters: $3 time of number 0 in milliseconds since 1970, $4 milliseconds from
 * one user to the next, $5 workspaces. Each workspace but the first has 1 % of the users.
 */
const USERS = `
  select number, user_id, workspace_id, at,
         (lpad(to_hex(ms), 12, '0') || '7' || substr(noise, 1, 3) || '8' || substr(noise, 4, 15))::uuid as id,
         'dst_' || number / ${USERS_PER_WAITING} % ${MOST_DESTINATIONS} as destination_id,
         case when number % 4 = 0 then 'src_' || number % 7 else '*' end as source_id,
         number % 10 = 5 as is_lifted,
         number % ${USERS_PER_DELETION} = 0 as is_deleted,
         number % ${USERS_PER_WAITING} = 0 as is_waiting
    from (
      select number, md5(number::text)::uuid::text as user_id, md5('id' || number) as noise,
             $3::bigint + number * $4::bigint as ms,
             to_timestamp(($3::bigint + number * $4::bigint) / 1000.0) as at,
             ($5::text[])[case when number / 100 % 100 < cardinality($5::text[]) then number / 100 % 100 else 0 end + 1]
               as workspace_id
        from generate_series($1::bigint, $2::bigint) as number
    ) as numbered`;

const REGULATIONS = `
  insert into regulation.regulations
    (id, workspace_id, request_id, regulation_type, canceled, user_id, attributes, source_ids, destination_ids,
     created_at, canceled_at, created_by, deletion_status, done_at, due_at, email_hash, hash_form)
  select id, workspace_id, gen_random_uuid(), case when is_deleted then 'suppress_with_delete' else 'suppress' end,
         is_lifted, user_id,
         jsonb_build_object('userId', user_id, 'email', 'user-' || number || '@example.com'),
         case when source_id <> '*' then array[source_id] end,
         case when is_deleted then array[destination_id] end,
         at, case when is_lifted then at end, 'bench',
         case when is_deleted and not is_waiting then 'deleted' end,
         case when is_deleted and not is_waiting then at end,
         case when is_deleted then at + interval '30 days' end,
         decode(md5('email' || number), 'hex'), 1
    from (${USERS}) as one`;

const SUPPRESSIONS = `
  insert into regulation.suppressions
    (workspace_id, user_id, source_id, active_count, first_at, changed_at, change_seq)
  select workspace_id, user_id, source_id, case when is_lifted then 0 else 1 end, at, at,
         case when $6::boolean then nextval('regulation.suppression_changes') end
    from (${USERS}) as one`;

const JOBS = `
  insert into regulation.deletion_jobs
    (id, workspace_id, request_id, destination_id, destination_type, state, attempt, held, created_at,
     changed_at, claimable_at, due_at, started_at, finished_at, record, history)
  overriding system value
  select number / ${USERS_PER_DELETION}, workspace_id, gen_random_uuid(), destination_id, 'WEBHOOK',
         case when is_waiting then 'pending' else 'complete' end, case when is_waiting then 0 else 1 end,
         false, at, at, at, at + interval '30 days',
         case when not is_waiting then at end, case when not is_waiting then at end,
         case when not is_waiting then '{"method":"webhook"}'::jsonb end,
         case when not is_waiting then
           jsonb_build_array(jsonb_build_object('at', at, 'outcome', 'complete', 'worker', 'lethe')) end
    from (${USERS}) as one where is_deleted`;

const JOB_USERS = `
  insert into regulation.deletion_job_users (job_id, regulation_id)
  select number / ${USERS_PER_DELETION}, id from (${USERS}) as one where is_deleted`;

const TALLIES = `
  insert into regulation.deletion_tallies (workspace_id, destination_id, state, jobs)
  select workspace_id, destination_id, 'complete', count(*)
    from (${USERS}) as one where is_deleted and not is_waiting group by 1, 2`;

/**
 * Stores users in bulk, in the state that they have after the relay has published them and
 * deletions have ended. One in ten has a deletion, one in ten is no longer suppressed. Run it while
 * no service runs.
 *
 * @param connections of a superuser, three or more, which work at the same time
 * @param {{ from: number, to: number, firstMs: number, stepMs: number }} users numbers of the users,
 *   and `timesOf` all users
 */
export async function seedUsers(connections, { from, to, firstMs, stepMs }) {
  const [one, other, third] = connections;
  for (const connection of connections) {
    await connection.query(`set maintenance_work_mem = '256MB'`);
    await connection.query(WITHOUT_CHECKS);
  }
  const users = [from, to, firstMs, stepMs, WORKSPACES];
  const work = () =>
    Promise.all([
      one.query(REGULATIONS, users),
      other.query(SUPPRESSIONS, [...users, true]),
      third.query(JOBS, users).then(() => third.query(JOB_USERS, users)),
    ]);
  await withoutIndexes(one, TABLES, work, connections);
  await one.query(TALLIES, users);
  for (const connection of connections) await connection.query(WITH_CHECKS);
  await one.query(
    `select setval(pg_get_serial_sequence('regulation.deletion_jobs', 'id'), max(id) + 1)
       from regulation.deletion_jobs`,
  );
  // Says that the relay has published all rows.
  await one.query(
    `update regulation.relay_positions
        set position = (select last_value from regulation.suppression_changes)
      where name = 'suppressions'`,
  );
  await settle(one);
}

/**
 * Stores users in portions while all indexes exist, and numbers the suppressions of a portion after
 * its commit, as the service does. So rows and indexes have the size that they have in use: indexes
 * that grow row by row have free space, and updated rows leave dead rows.
 *
 * @param database connection of a superuser
 * @param users as for `seedUsers`
 */
export async function seedInPortions(database, { from, to, firstMs, stepMs }) {
  await database.query(WITHOUT_CHECKS);
  for (let first = from; first <= to; first += PORTION) {
    const last = Math.min(first + PORTION - 1, to);
    const users = [first, last, firstMs, stepMs, WORKSPACES];
    await database.query(REGULATIONS, users);
    await database.query(SUPPRESSIONS, [...users, false]);
    await database.query(
      `update regulation.suppressions set change_seq = nextval('regulation.suppression_changes')
        where change_seq is null`,
    );
  }
  await database.query(WITH_CHECKS);
  await settle(database);
}

/** Removes what `seedUsers` and `seedInPortions` have stored. */
export async function removeUsers(database) {
  const tables = [...TABLES, 'deletion_tallies', 'deletion_lanes', 'deletion_verifications'];
  await database.query(`truncate ${tables.map((table) => `regulation.${table}`).join(', ')}`);
}

async function settle(database) {
  for (const table of TABLES) await database.query(`vacuum (analyze) regulation.${table}`);
  await database.query('checkpoint');
}

/**
 * Returns the bytes of tables and their indexes.
 *
 * @returns {Promise<{ table: number, indexes: number }>}
 */
export async function bytesOf(database, tables) {
  const { rows } = await database.query(
    `select sum(pg_table_size(name))::float8 as table, sum(pg_indexes_size(name))::float8 as indexes
       from unnest($1::text[]) as given, format('regulation.%I', given) as text, cast(text as regclass) as name`,
    [tables],
  );
  return rows[0];
}
