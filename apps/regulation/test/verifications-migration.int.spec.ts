import { DatabaseClient, migrateSchema } from '@lethe/database';
import { createTestDatabase, type TestDatabase } from '@lethe/testing';
import { VerificationsMigration } from '../src/database/migrations/verifications.migration.js';
import { REGULATION_SCHEMA } from '../src/database/regulation-schema.js';

const BEFORE = {
  ...REGULATION_SCHEMA,
  migrations: REGULATION_SCHEMA.migrations.filter((one) => one !== VerificationsMigration),
};

describe('the migration to verifications', () => {
  let test: TestDatabase;
  let client: DatabaseClient;
  beforeAll(async () => {
    test = await createTestDatabase();
    client = new DatabaseClient({ connectionString: test.url });
    await client.connect();
    await migrateSchema(test.url, BEFORE);
  });
  afterAll(async () => {
    await client.end();
    await test.drop();
  });
  const order = (state: string) =>
    client.query(
      `insert into regulation.deletion_jobs (workspace_id, request_id, destination_id, destination_type, state,
         created_at, changed_at, finished_at)
       values ('ws', gen_random_uuid(), 'dst', 'POSTGRES', $1, now(), now(), now())`,
      [state],
    );

  it('leaves nothing due for older deletions, and lets a broken run begin again', async () => {
    await order('complete');
    await order('pending');
    await client.query(
      `insert into regulation.deletion_lanes (workspace_id, destination_id, destination_type) values ('ws', 'dst', 'POSTGRES')`,
    );
    await migrateSchema(test.url, REGULATION_SCHEMA);
    await order('pending'); // by code that does not know the column
    // As if the process had died before the migration was recorded.
    await client.query(`delete from regulation.migrations where name like 'verifications-%'`);
    await migrateSchema(test.url, REGULATION_SCHEMA);
    const { rows } = await client.query(
      `select count(*)::int as jobs, count(verify_after_seconds)::int as verified,
              count(first_completed_at)::int as again,
              (select count(*)::int from regulation.deletion_verifications) as due,
              (select bool_and(verify_at = 'infinity') from regulation.deletion_lanes) as asleep
         from regulation.deletion_jobs`,
    );
    expect(rows).toEqual([{ jobs: 3, verified: 0, again: 0, due: 0, asleep: true }]);
  });
});
