import type { DatabaseConnection } from '@lethe/database';

/**
 * Returns how many rows statements read from tables and indexes. This measures work without a
 * clock.
 */
export async function rowsReadBy(
  database: Pick<DatabaseConnection, 'query'>,
  work: () => Promise<unknown>,
): Promise<number> {
  const before = await rowsRead(database);
  await work();
  return (await rowsRead(database)) - before;
}

async function rowsRead(database: Pick<DatabaseConnection, 'query'>): Promise<number> {
  // A connection reports its counts about once a second, unless it is forced to report.
  await database.query('select pg_stat_force_next_flush()');
  await database.query('select pg_stat_clear_snapshot()');
  const [row] = await database.query<{ rows: string }>(
    `select sum(coalesce(t.seq_tup_read, 0) + coalesce(t.idx_tup_fetch, 0)) as rows from pg_stat_user_tables t`,
  );
  return Number(row?.rows);
}
