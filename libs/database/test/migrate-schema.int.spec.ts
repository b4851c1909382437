import { createTestDatabase, useTestDatabase } from '@lethe/testing';
import type { QueryRunner } from 'typeorm';
import {
  assertMigratable,
  assertSchemaUsable,
  createDataSource,
  IncompatibleSchemaError,
  migrateSchema,
  NumberedMigration,
  OutdatedSchemaError,
  type SchemaDefinition,
} from '../src/index.js';

function migration(number: number, oldestCode: number, sql = `create table s.t${number} ()`) {
  return class extends NumberedMigration {
    readonly schema = 's';
    readonly number = number;
    readonly oldestCode = oldestCode;
    readonly title = `step-${number}`;
    protected async apply(runner: QueryRunner): Promise<void> {
      await runner.query(sql);
    }
  };
}
const schemaOf = (...migrations: SchemaDefinition['migrations']): SchemaDefinition => ({
  schema: 's',
  migrations,
});

const first = migration(1, 1);
const second = migration(2, 1);
const third = migration(3, 3);

describe('migrations', () => {
  const database = useTestDatabase();
  const tables = async () => {
    const dataSource = createDataSource({
      url: database.url,
      schema: 's',
      applicationName: 'test',
      poolSize: 1,
      statementTimeoutMs: 60_000,
      connectTimeoutMs: 20_000,
    });
    await dataSource.initialize();
    const rows = await dataSource.query<{ tablename: string }[]>(
      "select tablename from pg_tables where schemaname = 's' and tablename like 't_' order by 1",
    );
    await dataSource.destroy();
    return rows.map((row) => row.tablename);
  };

  it('are reported as missing before the first migration has run', async () => {
    await expect(assertSchemaUsable(database.url, schemaOf(first))).rejects.toThrow(
      OutdatedSchemaError,
    );
  });

  it('run only once, even if several processes start at the same time', async () => {
    const ran = await Promise.all(
      Array.from({ length: 5 }, () => migrateSchema(database.url, schemaOf(first))),
    );
    expect(ran.flat()).toHaveLength(1);
    expect(await tables()).toEqual(['t1']);
    await expect(assertSchemaUsable(database.url, schemaOf(first))).resolves.toBeUndefined();
  });

  it('can build indexes concurrently while other processes wait for the lock', async () => {
    const concurrent = class extends migration(2, 1) {
      override readonly transaction = false;
      protected override async apply(runner: QueryRunner): Promise<void> {
        await runner.query('drop index concurrently if exists s.t1_x');
        await runner.query('alter table s.t1 add column if not exists x integer');
        await runner.query('create index concurrently t1_x on s.t1 (x)');
      }
    };
    // Fails as if the process died before the migration was recorded.
    const dies = class extends concurrent {
      protected override async apply(runner: QueryRunner): Promise<void> {
        await super.apply(runner);
        throw new Error('died');
      }
    };
    await expect(migrateSchema(database.url, schemaOf(first, dies))).rejects.toThrow('died');
    const ran = await Promise.all(
      Array.from({ length: 5 }, () => migrateSchema(database.url, schemaOf(first, concurrent))),
    );
    expect(ran.flat()).toHaveLength(1);
  });

  it('are rolled back if they fail', async () => {
    const broken = migration(3, 1, 'create table s.t2 (); select 1 / 0');
    await expect(migrateSchema(database.url, schemaOf(first, second, broken))).rejects.toThrow();
    expect(await tables()).toEqual(['t1']);
  });

  it('allow older code on a newer schema if oldestCode permits it', async () => {
    await migrateSchema(database.url, schemaOf(first, second));
    await expect(migrateSchema(database.url, schemaOf(first))).resolves.toEqual([]);
    await expect(assertSchemaUsable(database.url, schemaOf(first))).resolves.toBeUndefined();
  });

  it('refuse code that is too old, and name the remedy', async () => {
    await migrateSchema(database.url, schemaOf(first, second, third));
    const attempt = migrateSchema(database.url, schemaOf(first, second));
    await expect(attempt).rejects.toThrow(IncompatibleSchemaError);
    await expect(attempt).rejects.toThrow(/newer Lethe.*Upgrade Lethe/);
    await expect(assertSchemaUsable(database.url, schemaOf(first))).rejects.toThrow(
      IncompatibleSchemaError,
    );
  });

  it.each([
    ['with all older migrations', [first, second, third]],
    ['with some older migrations', [first]],
  ])("refuse a schema %s but not the code's first one, and change nothing", async (_, older) => {
    const target = await createTestDatabase();
    await migrateSchema(target.url, schemaOf(...older));
    const begin = schemaOf(migration(4, 4, 'drop schema s cascade'), migration(5, 4));
    for (const use of [assertMigratable, migrateSchema, assertSchemaUsable]) {
      const attempt = use(target.url, begin);
      await expect(attempt).rejects.toThrow(IncompatibleSchemaError);
      await expect(attempt).rejects.toThrow(/begins with migration 4.*Nothing was changed.*empty/);
    }
    expect(await migrateSchema(target.url, schemaOf(first, second, third))).toHaveLength(
      3 - older.length,
    );
    await target.drop();
  });

  it('run if the code lacks old migrations that the schema already has', async () => {
    const target = await createTestDatabase();
    await migrateSchema(target.url, schemaOf(first, second, third));
    expect(await migrateSchema(target.url, schemaOf(third, migration(4, 3)))).toEqual([
      'step-4-0000000000004',
    ]);
    await target.drop();
  });
});
