import { setTimeout as sleep } from 'node:timers/promises';
import { OperatorError } from '@lethe/contracts';
import { DataSource, type QueryRunner } from 'typeorm';
import { ADVISORY_LOCKS } from '../transactions/advisory-locks.js';
import { clientConfig, type DatabaseTarget } from '../connection/client-config.js';
import { DatabaseClient } from '../connection/database-client.js';
import { toAccessError } from '../connection/database-access-error.js';
import { sqlStateOf } from '../database-error.js';
import type { NumberedMigration } from './numbered-migration.js';
import { silentLogger } from '../connection/silent-logger.js';

const INSUFFICIENT_PRIVILEGE = '42501';

/**
 * A migration can take long, so its statements have no timeout. TCP keep-alive detects that the
 * server is gone.
 */
const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 };

const POLL_MS = 200;

/** Major version of PostgreSQL. Older ones do not know `unique nulls not distinct`. */
const OLDEST_SERVER = 15;

/**
 * The migrations of one Postgres schema that the running code knows. There is at least one
 * migration.
 */
export interface SchemaDefinition {
  readonly schema: string;
  readonly migrations: readonly (new () => NumberedMigration)[];
}

/** The schema is too new or too old for this code, or the server is too old. */
export class IncompatibleSchemaError extends OperatorError {
  override readonly name = 'IncompatibleSchemaError';
}

/**
 * The database lacks migrations that this code needs, or our role is not allowed to read the list
 * of migrations.
 */
export class OutdatedSchemaError extends OperatorError {
  override readonly name = 'OutdatedSchemaError';
}

/**
 * Migrates a schema. Several processes can call this function at the same time. Only one of them
 * migrates at a time.
 *
 * @param url target whose connections keep their sessions (not a transaction pooler)
 * @returns names of the migrations that were run, oldest first
 * @throws IncompatibleSchemaError like `assertMigratable`; nothing was changed
 */
export async function migrateSchema(
  url: DatabaseTarget,
  definition: SchemaDefinition,
): Promise<string[]> {
  return withMigrator(url, definition, async (dataSource) => {
    const lockHolder = dataSource.createQueryRunner();
    await lockHolder.connect();
    try {
      await waitForLock(lockHolder);
      await assertMayRun(dataSource, definition);
      await lockHolder.query(`create schema if not exists ${definition.schema}`);
      await lockHolder.query(
        `create table if not exists ${definition.schema}.compatibility (number integer primary key, oldest_code integer not null)`,
      );
      const ran = await dataSource.runMigrations({ transaction: 'each' });
      return ran.map((migration) => migration.name);
    } finally {
      await lockHolder.release();
    }
  });
}

/**
 * Checks that this code can use the schema. Changes nothing.
 *
 * @throws IncompatibleSchemaError like `assertMigratable`
 * @throws OutdatedSchemaError if this code needs migrations that have not been run
 */
export async function assertSchemaUsable(
  url: DatabaseTarget,
  definition: SchemaDefinition,
): Promise<void> {
  await withMigrator(url, definition, async (dataSource) => {
    const newest = await assertMayRun(dataSource, definition).catch((error: unknown) => {
      throw explainMissingRight(error, definition);
    });
    const needed = newestMigration(definition);
    if (newest < needed) {
      throw new OutdatedSchemaError(
        `The database schema "${definition.schema}" is at migration ${newest}, but this version of Lethe needs migration ${needed}. Run "npm run lethe -- migrate" first.`,
      );
    }
  });
}

/**
 * Checks that this code can migrate the schema. Changes nothing. Check all schemas before you
 * migrate the first one.
 *
 * @throws IncompatibleSchemaError if the schema needs newer code or is older than the first
 *   migration that this code knows, or if the server is older than PostgreSQL 15
 */
export async function assertMigratable(
  url: DatabaseTarget,
  definition: SchemaDefinition,
): Promise<void> {
  await withMigrator(url, definition, (dataSource) => assertMayRun(dataSource, definition));
}

/** Returns the number of the newest migration that the running code knows. */
export function newestMigration({ migrations }: SchemaDefinition): number {
  return Math.max(...numbersOf(migrations));
}

function numbersOf(migrations: SchemaDefinition['migrations']): number[] {
  return migrations.map((Migration) => new Migration().number);
}

/**
 * Converts a missing right to `OutdatedSchemaError`. Rights are granted after the migration, so the
 * schema policy `wait` must wait for them, too.
 */
function explainMissingRight(error: unknown, { schema }: SchemaDefinition): unknown {
  if (sqlStateOf(error) !== INSUFFICIENT_PRIVILEGE) return error;
  return new OutdatedSchemaError(
    `The database role has no right to read the schema "${schema}". Grant its rights with "npm run lethe -- grants".`,
    { cause: error },
  );
}

/**
 * Polls for the lock. A statement that waits for the lock would keep a transaction open. If the
 * owner of the lock builds an index concurrently, PostgreSQL waits for this transaction, and
 * neither would end.
 */
async function waitForLock(lockHolder: QueryRunner): Promise<void> {
  for (;;) {
    const [row] = (await lockHolder.query('select pg_try_advisory_lock($1) as held', [
      ADVISORY_LOCKS.migration,
    ])) as { held: boolean }[];
    if (row?.held === true) return;
    await sleep(POLL_MS);
  }
}

/**
 * Returns the number of the newest migration of the database, or 0 if there is none.
 *
 * @throws IncompatibleSchemaError like `assertMigratable`
 */
async function assertMayRun(dataSource: DataSource, definition: SchemaDefinition): Promise<number> {
  const { schema } = definition;
  const [found] = await dataSource.query<{ present: boolean }[]>(
    'select to_regclass($1) is not null as present',
    [`${schema}.compatibility`],
  );
  if (found?.present !== true) return 0;
  const first = Math.min(...numbersOf(definition.migrations));
  const [row] = await dataSource.query<
    { newest: number | null; oldest_code: number; has_first: boolean }[]
  >(
    `select max(number) as newest, max(oldest_code) as oldest_code, bool_or(number = $1) as has_first
       from ${schema}.compatibility`,
    [first],
  );
  if (row === undefined || row.newest === null) return 0;
  const known = newestMigration(definition);
  if (row.oldest_code > known) {
    throw new IncompatibleSchemaError(
      `The database schema "${schema}" was migrated by a newer Lethe (migration ${row.newest}) and needs code that knows migration ${row.oldest_code}; this version knows ${known}. Upgrade Lethe, or restore an older backup.`,
    );
  }
  if (!row.has_first) {
    throw new IncompatibleSchemaError(
      `The database schema "${schema}" is too old to migrate: it is at migration ${row.newest}, and this version of Lethe begins with migration ${first}. Nothing was changed. Export the data that you need with the version that created it (the tables of the schema with pg_dump, regulations with "npm run lethe -- regulations list --all --json"), and start with an empty database. See "A database from before the first release" in docs/upgrading.md.`,
    );
  }
  return row.newest;
}

/** Returns the version as PostgreSQL writes it, such as `15.14 (Debian 15.14-0+deb12u1)`. */
async function serverVersion(dataSource: DataSource): Promise<string> {
  const [row] = await dataSource.query<[{ server_version: string }]>('show server_version');
  return row.server_version;
}

/**
 * @param version as PostgreSQL writes it
 * @throws IncompatibleSchemaError if the server is older than Lethe supports
 */
export function assertServerVersion(version: string): void {
  if (Number.parseInt(version) >= OLDEST_SERVER) return;
  throw new IncompatibleSchemaError(
    `The database server is PostgreSQL ${version}, and Lethe needs PostgreSQL ${OLDEST_SERVER} or newer. Nothing was changed. Upgrade the server, then run the same command again.`,
  );
}

async function withMigrator<T>(
  url: DatabaseTarget,
  { schema, migrations }: SchemaDefinition,
  work: (dataSource: DataSource) => Promise<T>,
): Promise<T> {
  const dataSource = new DataSource({
    type: 'postgres',
    extra: { ...clientConfig(url), Client: DatabaseClient, ...KEEP_ALIVE },
    schema,
    migrations: [...migrations],
    migrationsTableName: 'migrations',
    applicationName: 'lethe-migrate',
    logger: silentLogger,
    connectTimeoutMS: 5_000,
    poolSize: 3,
    poolErrorHandler: () => undefined,
  });
  await dataSource.initialize().catch((error: unknown) => {
    throw toAccessError(url, error);
  });
  try {
    assertServerVersion(await serverVersion(dataSource));
    return await work(dataSource);
  } finally {
    await dataSource.destroy();
  }
}
