import { DatabaseClient, migrateSchema } from '@lethe/database';
import { createTestDatabase, waitFor, type TestDatabase } from '@lethe/testing';
import { REGULATION_SCHEMA } from '../src/database/regulation-schema.js';

describe('migrations of tables that deletions are carried out with', () => {
  let test: TestDatabase;
  let client: DatabaseClient;
  let backup: DatabaseClient;

  beforeAll(async () => {
    test = await createTestDatabase();
    client = new DatabaseClient({ connectionString: test.url });
    backup = new DatabaseClient({ connectionString: test.url });
    await Promise.all([client.connect(), backup.connect()]);
    await migrateTo(11);
  });
  afterAll(async () => {
    await Promise.all([client.end(), backup.end()]);
    await test.drop();
  });

  const migrateTo = (number: number) =>
    migrateSchema(test.url, {
      schema: REGULATION_SCHEMA.schema,
      migrations: REGULATION_SCHEMA.migrations.slice(0, number),
    });
  const isAltering = async (table: string) => {
    const { rowCount } = await client.query(
      `select from pg_locks join pg_stat_activity using (pid)
        where relation = $1::regclass and not granted and application_name = 'lethe-migrate'`,
      [table],
    );
    return rowCount === 1;
  };

  it.each([
    [12, 'regulation.deletion_jobs', 'manage-deletions'],
    [14, 'regulation.deletion_lanes', 'share-claims'],
    [15, 'regulation.deletion_jobs', 'orphan-deletions'],
    [16, 'regulation.deletion_jobs', 'know-reports-again'],
    [17, 'regulation.deletion_lanes', 'count-failures'],
  ])('hold up nobody while a backup has the table: %i', async (number, table, title) => {
    await backup.query('begin isolation level repeatable read');
    await backup.query(`select count(*) from ${table}`);
    const migrated = migrateTo(number);
    await waitFor(() => isAltering(table));
    await client.query(`update ${table} set destination_id = destination_id`);
    await waitFor(() => isAltering(table)); // again
    await backup.query('commit');
    expect((await migrated).join()).toContain(title);
  });
});
