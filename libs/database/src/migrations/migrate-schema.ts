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

/** A migration may take its time, so only the kernel can tell that the server is gone. */
const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 };

const TURN_MS = 200;

/** The migrations of one Postgres schema, as the running code knows them; at least one. */
export interface SchemaDefinition {
  readonly schema: string;
  readonly migrations: readonly (new () => NumberedMigration)[];
}

/** The database was migrated by code so new, or so old, that this code may not run on it. */
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
 * @throws IncompatibleSchemaError as `assertMigratable`; then nothing was changed
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
 * Checks without changing anything.
 *
 * @throws IncompatibleSchemaError as `assertMigratable`, OutdatedSchemaError when this code needs migrations that
 *   have not been run
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
        `The database schema "${definition.schema}" is at migration ${newest}, this version of Lethe needs ${needed}. Run "npm run lethe -- migrate" first.`,
      );
    }
  });
}

/**
 * Checks, also without changing anything, whether the schema may be migrated: of several schemas, none is before all may be.
 *
 * @throws IncompatibleSchemaError when it needs newer code, or was made by code from before the first migration that this code knows
 */
export async function assertMigratable(
  url: DatabaseTarget,
  definition: SchemaDefinition,
): Promise<void> {
  await withMigrator(url, definition, (dataSource) => assertMayRun(dataSource, definition));
}

/** The number of the newest migration that the running code knows. */
export function newestMigration({ migrations }: SchemaDefinition): number {
  return Math.max(...numbersOf(migrations));
}

function numbersOf(migrations: SchemaDefinition['migrations']): number[] {
  return migrations.map((Migration) => new Migration().number);
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

/** @returns the number of the newest migration that the database has; 0 for none */
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
      `The database schema "${schema}" is of an older Lethe: it is at migration ${row.newest}, and this version begins with migration ${first}, so it cannot bring it up to date. Nothing was changed. Export what you need with the version that made it (the tables of the schema with pg_dump, regulations with "npm run lethe -- regulations list --all --json"), and start with an empty database. See "A database from before the first release" in docs/upgrading.md.`,
    );
  }
  return row.newest;
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
