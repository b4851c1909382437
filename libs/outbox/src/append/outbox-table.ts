/**
 * The table behind an outbox, for the migration of the schema that owns it. Rows live for
 * milliseconds, so it is vacuumed by count instead of by share.
 *
 * @param schema Postgres schema; must be a plain identifier
 */
export function outboxTableSql(schema: string): string {
  return `
    create table ${schema}.outbox (
      id bigint generated always as identity primary key,
      topic text not null,
      key text not null,
      event_type text not null,
      event_id text not null,
      occurred_at text not null,
      data text not null,
      traceparent text
    ) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 20000)`;
}
