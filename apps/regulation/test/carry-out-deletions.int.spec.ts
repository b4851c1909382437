import { DatabaseClient, migrateSchema } from '@lethe/database';
import { createTestDatabase, waitFor, type TestDatabase } from '@lethe/testing';
import { REGULATION_SCHEMA } from '../src/database/regulation-schema.js';

/** What older code inserts. */
const ORDER = `
  insert into regulation.deletion_jobs
    (workspace_id, request_id, destination_id, destination_type, state, created_at, changed_at)
  select 'ws_a', gen_random_uuid(), 'dst_1', 'WEBHOOK', state, now(), now() from unnest($1::text[]) as state`;

describe('the migration after which deletions are carried out', () => {
  let test: TestDatabase;
  let client: DatabaseClient;
  let request: DatabaseClient;

  beforeEach(async () => {
    test = await createTestDatabase();
    client = new DatabaseClient({ connectionString: test.url });
    request = new DatabaseClient({ connectionString: test.url });
    await Promise.all([client.connect(), request.connect()]);
    await migrateSchema(test.url, {
      schema: REGULATION_SCHEMA.schema,
      migrations: REGULATION_SCHEMA.migrations.slice(0, 9),
    });
    await client.query(ORDER, [['pending', 'failed', 'aborted']]);
  });
  afterEach(async () => {
    await Promise.all([client.end(), request.end()]);
    await test.drop();
  });

  it('lets a request of older code end that uses both tables, and holds what it ordered', async () => {
    await request.query('begin');
    await request.query('lock table regulation.regulations in row exclusive mode');
    const migrated = migrateSchema(test.url, REGULATION_SCHEMA);
    const isWaiting = async () => {
      const { rows } = await client.query(
        `select from pg_locks where relation = 'regulation.regulations'::regclass and not granted`,
      );
      return rows.length > 0;
    };
    await waitFor(isWaiting, { intervalMs: 20 });
    await request.query(ORDER, [['pending']]);
    await request.query('commit');
    await migrated;
    await client.query(ORDER, [['pending']]); // of an instance that has not been replaced yet
    const { rows } = await client.query(
      'select state, held from regulation.deletion_jobs order by id',
    );
    expect(rows).toEqual([
      { state: 'pending', held: true },
      { state: 'failed', held: true },
      { state: 'aborted', held: false },
      { state: 'pending', held: true },
      { state: 'pending', held: true },
    ]);
  });
});
