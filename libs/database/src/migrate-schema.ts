import { setTimeout as sleep } from 'node:timers/promises';
import { OperatorError } from '@lethe/contracts';
import { DataSource, type QueryRunner } from 'typeorm';
import { ADVISORY_LOCKS } from './advisory-locks.js';
import { clientConfig, type DatabaseTarget } from './client-config.js';
import { DatabaseClient } from './database-client.js';
import { toAccessError } from './database-access-error.js';
import { sqlStateOf } from './database-error.js';
import type { NumberedMigration } from './numbered-migration.js';
import { silentLogger } from './silent-logger.js';

const INSUFFICIENT_PRIVILEGE = '42501';

/** A migration may take its time, so only the kernel can tell that the server is gone. */
const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 };

const TURN_MS = 200;

/** The migrations of one Postgres schema, as the running code knows them. */
export interface SchemaDefinition {
  readonly schema: string;
  readonly migrations: readonly (new () => NumberedMigration)[];
}

/** The database was migrated by code so new that this code may no longer run on it. */
export class IncompatibleSchemaError extends OperatorError {
  override readonly name = 'IncompatibleSchemaError';
}

/** The database lacks migrations that this code needs, or our role the right to see them. */
export class OutdatedSchemaError extends OperatorError {
  override readonly name = 'OutdatedSchemaError';
}

/**
 * Brings a schema up to date. Several processes may do this at once: they take turns.
 *
 * @param url a connection that keeps its session (not a transaction pooler)
 * @returns names of the migrations that were run, oldest first
 * @throws IncompatibleSchemaError when the database needs newer code
 */
export async function migrateSchema(
  url: DatabaseTarget,
  definition: SchemaDefinition,
): Promise<string[]> {
  return withMigrator(url, definition, async (dataSource) => {
    const lockHolder = dataSource.createQueryRunner();
    await lockHolder.connect();
    try {
      await takeTurn(lockHolder);
      await lockHolder.query(`create schema if not exists ${definition.schema}`);
      await lockHolder.query(
        `create table if not exists ${definition.schema}.compatibility (number integer primary key, oldest_code integer not null)`,
      );
      await assertMayRun(dataSource, definition);
      const ran = await dataSource.runMigrations({ transaction: 'each' });
      return ran.map((migration) => migration.name);
    } finally {
      await lockHolder.release();
    }
  });
}

/**
 * Checks without changing anything.
 *
 * @throws IncompatibleSchemaError when the database needs newer code, OutdatedSchemaError when
 *   this code needs migrations that have not been run
 */
export async function assertSchemaUsable(
  url: DatabaseTarget,
  definition: SchemaDefinition,
): Promise<void> {
  await withMigrator(url, definition, async (dataSource) => {
    const newest = await newestMigration(dataSource, definition).catch((error: unknown) => {
      throw explainMissingRight(error, definition);
    });
    if (newest < definition.migrations.length) {
      throw new OutdatedSchemaError(
        `The database schema "${definition.schema}" is at migration ${newest}, this version of Lethe needs ${definition.migrations.length}. Run "npm run lethe -- migrate" first.`,
      );
    }
  });
}

async function newestMigration(
  dataSource: DataSource,
  definition: SchemaDefinition,
): Promise<number> {
  const rows = await dataSource.query<{ present: boolean }[]>(
    'select to_regclass($1) is not null as present',
    [`${definition.schema}.compatibility`],
  );
  return rows[0]?.present === true ? assertMayRun(dataSource, definition) : 0;
}

/** Who waits for the schema waits for this, too: the rights come after the migration. */
function explainMissingRight(error: unknown, { schema }: SchemaDefinition): unknown {
  if (sqlStateOf(error) !== INSUFFICIENT_PRIVILEGE) return error;
  return new OutdatedSchemaError(
    `The database role may not read the schema "${schema}". Give it its rights with "npm run lethe -- grants".`,
    { cause: error },
  );
}

/**
 * Asks again and again: a statement that waits for the lock would be a transaction, and an index that
 * is built concurrently by whoever has the lock waits for all that are older than it.
 */
async function takeTurn(lockHolder: QueryRunner): Promise<void> {
  for (;;) {
    const [row] = (await lockHolder.query('select pg_try_advisory_lock($1) as held', [
      ADVISORY_LOCKS.migration,
    ])) as { held: boolean }[];
    if (row?.held === true) return;
    await sleep(TURN_MS);
  }
}

async function assertMayRun(dataSource: DataSource, definition: SchemaDefinition): Promise<number> {
  const rows = await dataSource.query<{ newest: number; oldest_code: number }[]>(
    `select coalesce(max(number), 0) as newest, coalesce(max(oldest_code), 0) as oldest_code from ${definition.schema}.compatibility`,
  );
  const { newest = 0, oldest_code: oldestCode = 0 } = rows[0] ?? {};
  const known = definition.migrations.length;
  if (oldestCode > known) {
    throw new IncompatibleSchemaError(
      `The database schema "${definition.schema}" was migrated by a newer Lethe (migration ${newest}) and needs code that knows migration ${oldestCode}; this version knows ${known}. Upgrade Lethe, or restore an older backup.`,
    );
  }
  return newest;
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
    return await work(dataSource);
  } finally {
    await dataSource.destroy();
  }
}
