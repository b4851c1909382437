import { withoutIndexes } from './without-indexes.mjs';

/**
 * Stores suppressions in the state that they have after the relay has published them. One in ten is
 * lifted, and one in four is for a single source. The user ids do not compress well.
 *
 * @param workspaces each gets 1 % of the rows, and the first one gets the rest
 */
export async function seedSuppressions(database, { rows, workspaces }) {
  // Says that the relay has published all rows.
  await database.query(
    `insert into regulation.relay_positions (name, position) values ('suppressions', $1)
     on conflict (name) do update set position = excluded.position`,
    [rows],
  );
  await database.query(`set maintenance_work_mem = '512MB'`);
  await withoutIndexes(database, ['suppressions'], () =>
    database.query(
      `insert into regulation.suppressions
       (workspace_id, user_id, source_id, active_count, first_at, changed_at, change_seq)
     select ($2::text[])[case when number % 100 < cardinality($2::text[]) then number % 100 else 0 end + 1],
            md5(number::text)::uuid::text,
            case when number % 4 = 0 then 'src_' || number % 7 else '*' end,
            case when number % 10 = 5 then 0 else 1 end,
            at, at, number
       from (
         select number, timestamptz '2026-01-01' + number * interval '1 second' as at
           from generate_series(1, $1::bigint) as number
       ) as row`,
      [rows, workspaces],
    ),
  );
  await database.query(`select setval('regulation.suppression_changes', $1)`, [rows]);
  await database.query('vacuum (analyze) regulation.suppressions');
  await database.query('checkpoint');
}
