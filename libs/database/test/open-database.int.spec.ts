import { randomBytes } from 'node:crypto';
import { useTestDatabase, waitFor } from '@lethe/testing';
import type { QueryRunner } from 'typeorm';
import {
  IncompatibleSchemaError,
  migrateSchema,
  NumberedMigration,
  openDatabase,
  OutdatedSchemaError,
  type OpenDatabaseOptions,
} from '../src/index.js';

class MakeTable extends NumberedMigration {
  readonly schema: string = 's';
  readonly number: number = 1;
  readonly oldestCode = 1;
  readonly title = 'make-table';
  protected async apply(runner: QueryRunner): Promise<void> {
    await runner.query('create table s.t ()');
  }
}
const SCHEMA = { schema: 's', migrations: [MakeTable] };
class BeginLater extends MakeTable {
  override readonly number = 2;
}
class MakeOther extends MakeTable {
  override readonly schema = 'other';
}
const TABLE = 'select from s.t';

describe('openDatabase', () => {
  const testDatabase = useTestDatabase();
  const open = (more: Partial<OpenDatabaseOptions>, applicationName = 'test') =>
    openDatabase({
      url: testDatabase.url,
      schema: 's',
      applicationName,
      poolSize: 1,
      statementTimeoutMs: 60_000,
      connectTimeoutMs: 20_000,
      schemas: [SCHEMA],
      ...more,
    });

  it('fails on an outdated schema, waits for its migration, or migrates it, as the policy says', async () => {
    const checking = open({});
    await expect(checking.start()).rejects.toThrow(OutdatedSchemaError);
    await checking.stop();

    const messages: string[] = [];
    const warn = (_error: unknown, message: string) => void messages.push(message);
    const waiting = open({ schemaPolicy: 'wait', warn });
    const started = waiting.start();
    await waitFor(() => messages.length > 0);
    expect(messages).toEqual(['the database schema is not ready yet, waiting']);
    expect(waiting.isConnected).toBe(false);

    const migrating = open({ schemaPolicy: 'migrate' });
    await migrating.start();
    expect(await migrating.query(TABLE)).toEqual([]);
    await started;
    expect(await waiting.query(TABLE)).toEqual([]);
    await Promise.all([waiting.stop(), migrating.stop()]);
  });

  it('reports a missing right to read the schema, and waits for this right', async () => {
    await migrateSchema(testDatabase.url, SCHEMA);
    const role = `waiting_${randomBytes(6).toString('hex')}`;
    const owner = open({});
    await owner.start();
    await owner.query(`create role ${role} login password 'secret'`);
    const url = new URL(testDatabase.url);
    [url.username, url.password] = [role, 'secret'];
    try {
      const checking = open({ url: url.href });
      await expect(checking.start()).rejects.toThrow(/no right to read the schema "s".*grants/);
      await checking.stop();
      const warned: unknown[] = [];
      const warn = (error: unknown) => void warned.push(error);
      const waiting = open({ url: url.href, schemaPolicy: 'wait', warn });
      const started = waiting.start();
      await waitFor(() => warned.length > 0);
      await owner.manager.query(
        `grant usage on schema s to ${role}; grant select on all tables in schema s to ${role}`,
      );
      await started;
      expect(await waiting.query(TABLE)).toEqual([]);
      await waiting.stop();
    } finally {
      await owner.manager.query(`drop owned by ${role}; drop role ${role}`);
      await owner.stop();
    }
  });

  it('fails at once if the schema is older than the first migration of the code', async () => {
    await migrateSchema(testDatabase.url, SCHEMA);
    const older = { schema: 's', migrations: [BeginLater] };
    const other = { schema: 'other', migrations: [MakeOther] };
    for (const options of [
      { schemaPolicy: 'migrate' as const, schemas: [other, older] },
      { schemaPolicy: 'check' as const, schemas: [older] },
      { schemaPolicy: 'wait' as const, schemas: [older] },
    ]) {
      const refused = open(options);
      await expect(refused.start()).rejects.toThrow(IncompatibleSchemaError);
      await refused.stop();
    }
    const checker = open({});
    await checker.start();
    expect(await checker.query(`select to_regnamespace('other') as made`)).toEqual([
      { made: null },
    ]);
    await checker.stop();
  });

  it('leaves no connection open if it is stopped during its start', async () => {
    await migrateSchema(testDatabase.url, SCHEMA);
    const database = open({}, 'stopped');
    const started = database.start();
    await database.stop();
    await started;
    expect(database.isConnected).toBe(false);

    const checker = open({});
    await checker.start();
    await waitFor(async () => {
      const left = await checker.query(
        `select from pg_stat_activity where application_name = 'stopped'`,
      );
      return left.length === 0;
    });
    await checker.stop();
  });
});
