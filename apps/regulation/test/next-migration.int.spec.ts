import {
  assertSchemaUsable,
  DatabaseClient,
  IncompatibleSchemaError,
  migrateSchema,
  newestMigration,
  NumberedMigration,
  OutdatedSchemaError,
  withShortLocks,
} from '@lethe/database';
import { createTestDatabase, waitFor, type TestDatabase } from '@lethe/testing';
import type { QueryRunner } from 'typeorm';
import { REGULATION_SCHEMA } from '../src/database/regulation-schema.js';

const TABLE = 'regulation.deletion_jobs';
const NEWEST = newestMigration(REGULATION_SCHEMA);

/** Only adds a column and an index, so older code can still run. */
class ColourDeletions extends NumberedMigration {
  readonly schema = REGULATION_SCHEMA.schema;
  readonly number = NEWEST + 1;
  readonly oldestCode: number = NEWEST;
  readonly title: string = 'colour-deletions';
  override readonly transaction = false;

  protected async apply(runner: QueryRunner): Promise<void> {
    await withShortLocks(runner, [`alter table ${TABLE} add column if not exists colour text`]);
    await runner.query('drop index concurrently if exists regulation.deletion_jobs_by_colour');
    await runner.query(`create index concurrently deletion_jobs_by_colour on ${TABLE} (colour)`);
  }
}

/** Excludes code that does not know `ColourDeletions`. */
class UseColours extends NumberedMigration {
  readonly schema = REGULATION_SCHEMA.schema;
  readonly number = NEWEST + 2;
  readonly oldestCode = NEWEST + 1;
  readonly title = 'use-colours';

  protected async apply(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table ${TABLE} alter column colour set default 'blue'`);
  }
}

const NEXT = {
  ...REGULATION_SCHEMA,
  migrations: [...REGULATION_SCHEMA.migrations, ColourDeletions],
};
const LAST = { ...NEXT, migrations: [...NEXT.migrations, UseColours] };

describe('the migrations of a later version', () => {
  let test: TestDatabase;
  let client: DatabaseClient;
  let backup: DatabaseClient;

  beforeAll(async () => {
    test = await createTestDatabase();
    client = new DatabaseClient({ connectionString: test.url });
    backup = new DatabaseClient({ connectionString: test.url });
    await Promise.all([client.connect(), backup.connect()]);
    await migrateSchema(test.url, REGULATION_SCHEMA);
  });
  afterAll(async () => {
    await Promise.all([client.end(), backup.end()]);
    await test.drop();
  });

  const isAltering = async () => {
    const { rowCount } = await client.query(
      `select from pg_locks join pg_stat_activity using (pid)
        where relation = $1::regclass and not granted and application_name = 'lethe-migrate'`,
      [TABLE],
    );
    return rowCount === 1;
  };
  const order = () =>
    client.query(
      `insert into ${TABLE} (workspace_id, request_id, destination_id, destination_type, created_at, changed_at)
       values ('ws', gen_random_uuid(), 'dst', 'WEBHOOK', now(), now())`,
    );

  it('do not block writers while a backup locks the table, and continue after the backup', async () => {
    await expect(assertSchemaUsable(test.url, NEXT)).rejects.toThrow(OutdatedSchemaError);
    await backup.query('begin isolation level repeatable read');
    await backup.query(`select count(*) from ${TABLE}`);
    const migrated = migrateSchema(test.url, NEXT);
    await waitFor(isAltering);
    await order();
    await waitFor(isAltering); // the migration retries
    await backup.query('commit');
    expect(await migrated).toEqual([`colour-deletions-${String(NEWEST + 1).padStart(13, '0')}`]);
    const { rows } = await client.query<{ colour: null }>(`select colour from ${TABLE}`);
    expect(rows).toEqual([{ colour: null }]);
  });

  it('let older code run until a migration excludes this code', async () => {
    await expect(migrateSchema(test.url, REGULATION_SCHEMA)).resolves.toEqual([]);
    await expect(assertSchemaUsable(test.url, REGULATION_SCHEMA)).resolves.toBeUndefined();
    await order();
    await migrateSchema(test.url, LAST);
    await expect(assertSchemaUsable(test.url, NEXT)).resolves.toBeUndefined();
    for (const use of [assertSchemaUsable, migrateSchema]) {
      const attempt = use(test.url, REGULATION_SCHEMA);
      await expect(attempt).rejects.toThrow(IncompatibleSchemaError);
      await expect(attempt).rejects.toThrow(
        new RegExp(`newer Lethe.*knows migration ${NEWEST + 1}; this version knows ${NEWEST}`),
      );
    }
  });
});
