/** The Postgres schema that the regulation service owns. */
export const SCHEMA = 'regulation';

/**
 * SQL: a text that tells this database from every other one, from a copy of it on another server, and
 * from what a restore puts in its place. A server has one beginning, to the microsecond, and a table
 * that was dropped and made again has another number. It costs microseconds, to plan as well (a join of catalogs takes 0.2 ms), and needs
 * no right but to use the schema.
 *
 * A primary and the copy that is promoted in its stead have different ones. So whoever asks within the
 * statement that reads or writes knows for whom it was carried out, whatever a name, a pooler or a
 * forgotten connection leads to.
 */
export const DATABASE_IDENTITY = `concat_ws(' ', extract(epoch from pg_postmaster_start_time()), (
    select oid from pg_database where datname = current_database()
  ), to_regclass('${SCHEMA}.outbox')::oid)`;
