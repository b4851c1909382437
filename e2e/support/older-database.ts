import type pg from 'pg';

/**
 * Number of migrations of each schema, all older than the baseline. A schema without a number does
 * not exist.
 */
export type Older = Readonly<Partial<Record<'catalog' | 'regulation', number>>>;

/** Creates the migration tables as an older version left them, and one of its other tables. */
export async function makeOlder(client: pg.Client, older: Older): Promise<void> {
  for (const [schema, migrations] of Object.entries(older)) {
    await client.query(`
      create schema ${schema};
      create table ${schema}.compatibility (number integer primary key, oldest_code integer not null);
      create table ${schema}.migrations (id serial primary key, "timestamp" bigint not null, name varchar not null);
      insert into ${schema}.compatibility select n, case when n < 10 or '${schema}' = 'catalog' then 1 else 10 end
        from generate_series(1, ${migrations}) n;
      insert into ${schema}.migrations ("timestamp", name)
        select n, 'older-' || lpad(n::text, 13, '0') from generate_series(1, ${migrations}) n;
      create table ${schema}.${schema === 'catalog' ? 'tokens' : 'regulations'} as select 'kept' as name;`);
  }
}
