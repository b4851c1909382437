import { DatabaseClient, migrateSchema } from '@lethe/database';
import { createTestDatabase, waitFor, type TestDatabase } from '@lethe/testing';
import { REGULATION_SCHEMA } from '../src/database/regulation-schema.js';
import { NO_FLOOR } from '../src/suppressions/transaction-floor.js';
import { numberAllChanges } from '../src/suppressions/number-all-changes.js';

const INSERT = `
  insert into regulation.suppressions
    (workspace_id, user_id, source_id, active_count, first_at, changed_at, change_seq)
  select 'ws_a', $1 || n, '*', 1, now(), now(), case when n > 2 then n end
    from generate_series(1, 5) as n`;

describe('the migration that notes who took a number away', () => {
  let test: TestDatabase;
  let client: DatabaseClient;
  let backup: DatabaseClient;

  beforeEach(async () => {
    test = await createTestDatabase();
    client = new DatabaseClient({ connectionString: test.url });
    backup = new DatabaseClient({ connectionString: test.url });
    await Promise.all([client.connect(), backup.connect()]);
    await migrateSchema(test.url, {
      schema: REGULATION_SCHEMA.schema,
      migrations: REGULATION_SCHEMA.migrations.slice(0, 8),
    });
    await client.query(INSERT, ['before-']);
  });
  afterEach(async () => {
    await Promise.all([client.end(), backup.end()]);
    await test.drop();
  });

  const number = async () => {
    const run = async (sql: string, parameters?: readonly unknown[]) =>
      (await client.query(sql, parameters === undefined ? [] : [...parameters])).rows as never;
    return numberAllChanges(run, 100, NO_FLOOR, []);
  };
  const waiting = async () =>
    (
      await client.query<{ user_id: string }>(
        'select user_id from regulation.suppressions where change_seq is null order by 1',
      )
    ).rows.map(({ user_id: userId }) => userId);

  it('leaves nothing without a number that waited before', async () => {
    await migrateSchema(test.url, REGULATION_SCHEMA);
    expect(await waiting()).toEqual(['before-1', 'before-2']);
    await client.query(`select setval('regulation.suppression_changes', 100)`);
    await number();
    expect(await waiting()).toEqual([]);
  });

  it('holds up no writes while a backup has the table, and goes on behind it', async () => {
    await backup.query('begin isolation level repeatable read');
    await backup.query('select count(*) from regulation.suppressions');
    const migrated = migrateSchema(test.url, REGULATION_SCHEMA);
    const tries = () =>
      client.query(
        `select from pg_stat_activity where application_name = 'lethe-migrate'
            and wait_event_type = 'Lock' and datname = current_database()`,
      );
    await waitFor(async () => (await tries()).rowCount === 1);
    await client.query(`update regulation.suppressions set change_seq = null`);
    await waitFor(async () => (await tries()).rowCount === 1); // again
    await backup.query('commit');
    expect(await migrated).toContain('number-from-floor-0000000000009');
    const { rows } = await client.query<{ indexname: string }>(
      `select indexname from pg_indexes where schemaname = 'regulation'
          and indexname in ('suppressions_waiting', 'suppressions_unnumbered')`,
    );
    expect(rows).toEqual([{ indexname: 'suppressions_waiting' }]);
  });
});
