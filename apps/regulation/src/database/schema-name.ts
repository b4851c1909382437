export const SCHEMA = 'regulation';

/**
 * SQL: a text that identifies this database. A copy of the database, or the result of a restore,
 * has another text. The text contains the start time of the server, in microseconds, and the oids
 * of the database and of a table. A recreated table has another oid. Planning and running the
 * expression takes microseconds, while a join of catalogs would take 0.2 ms. The expression needs
 * only the right to use the schema.
 *
 * A primary and its promoted copy have different texts. A host name, a pooler or an old connection
 * can lead to either of them. A statement that also selects this text shows on which database it
 * ran.
 */
export const DATABASE_IDENTITY = `concat_ws(' ', extract(epoch from pg_postmaster_start_time()), (
    select oid from pg_database where datname = current_database()
  ), to_regclass('${SCHEMA}.outbox')::oid)`;
