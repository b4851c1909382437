import type { DatabaseConnection } from '@lethe/database';

/** Counts the rows that statements over a connection read in its database, tables and indexes together: work, without a clock. */
export async function rowsReadBy(
  database: Pick<DatabaseConnection, 'query'>,
  work: () => Promise<unknown>,
): Promise<number> {
  const before = await rowsRead(database);
  await work();
  return (await rowsRead(database)) - before;
}

async function rowsRead(database: Pick<DatabaseConnection, 'query'>): Promise<number> {
  // A connection reports what it did about once a second, unless it is told to.
  await database.query('select pg_stat_force_next_flush()');
  await database.query('select pg_stat_clear_snapshot()');
  const [row] = await database.query<{ rows: string }>(
    `select sum(coalesce(t.seq_tup_read, 0) + coalesce(t.idx_tup_fetch, 0)) as rows from pg_stat_user_tables t`,
  );
  return Number(row?.rows);
}
