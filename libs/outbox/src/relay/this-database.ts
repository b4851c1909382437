/**
 * SQL: a text that tells this database from every other one, from a copy of it on another server, and
 * from what a restore puts in its place. A server has one beginning, to the microsecond, and a table
 * that was dropped and made again has another number. It costs microseconds, to plan as well (a join of catalogs takes 0.2 ms), and needs
 * no right but to use the schema.
 *
 * A primary and the copy that is promoted in its stead have different ones. So whoever asks within the
 * statement that reads or writes knows for whom it was carried out, whatever a name, a pooler or a
 * forgotten connection leads to.
 *
 * @param schema Postgres schema of the outbox
 */
export function thisDatabase(schema: string): string {
  return `concat_ws(' ', extract(epoch from pg_postmaster_start_time()), (
    select oid from pg_database where datname = current_database()
  ), to_regclass('${schema}.outbox')::oid)`;
}

/**
 * What a session of the relay has found out holds for another database: it was restored, or failed over
 * to a copy, and some of our connections lead to one of the two, others to the other.
 */
export class AnotherDatabaseError extends Error {
  override readonly name = 'AnotherDatabaseError';

  constructor() {
    super(
      'This is not the database that the relay holds its lock on: it was restored or failed over.',
    );
  }
}

/** @throws AnotherDatabaseError unless a statement was carried out where the session began */
export function assertHere(row: { readonly is_here: boolean } | undefined): void {
  if (row?.is_here === false) throw new AnotherDatabaseError();
}
