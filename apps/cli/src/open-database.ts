import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CATALOG_SCHEMA } from '@lethe/catalog';
import { postgresTarget } from '@lethe/config';
import {
  openDatabase,
  toAccessError,
  type DatabaseConnection,
  type DatabaseTarget,
  type SchemaDefinition,
} from '@lethe/database';
import { asObject, jsonOf } from '@lethe/contracts';
import { CommandFailure, type CommandContext } from './command-context.js';
import { databaseConfig, type DatabaseConfig } from './cli.config.js';
import { waitingNote, type WaitOptions } from './wait-option.js';

const STATEMENT_TIMEOUT_MS = 30_000;
const CONNECT_TIMEOUT_MS = 5_000;

/**
 * Where the database is: as configured, or that of a Lethe which runs in this folder.
 *
 * @throws CommandFailure when there is neither
 */
export async function databaseTarget(config: DatabaseConfig): Promise<DatabaseTarget> {
  const { DATABASE_URL } = config;
  if (DATABASE_URL !== undefined) return postgresTarget({ ...config, DATABASE_URL });
  const file = join(config.LETHE_DATA_DIR, 'database.json');
  const note = await readFile(file, 'utf8').catch(() => '{}');
  // None that can be read is being written right now: the database is not ready either.
  const { url } = asObject(jsonOf(note));
  if (typeof url === 'string') return url;
  throw new CommandFailure(
    'There is no database to talk to. Set DATABASE_URL, or start Lethe in this folder ("npm start").',
  );
}

/** Runs work on the catalog, see `withDatabase`. */
export function withCatalog<T>(
  context: CommandContext,
  work: (database: DatabaseConnection) => Promise<T>,
): Promise<T> {
  return withDatabase(context, [CATALOG_SCHEMA], work);
}

/**
 * Runs work once on a database; the first schema is its search path. Unlike a service, a command
 * does not wait for the database: it tries to connect twice.
 *
 * @throws OutdatedSchemaError, IncompatibleSchemaError, an error of the connection
 */
export async function withDatabase<T>(
  { environment }: CommandContext,
  definitions: readonly [SchemaDefinition, ...SchemaDefinition[]],
  work: (database: DatabaseConnection) => Promise<T>,
  statementTimeoutMs: number = STATEMENT_TIMEOUT_MS,
): Promise<T> {
  const config = databaseConfig(environment);
  const url = await databaseTarget(config);
  let outage: unknown;
  const database = openDatabase({
    url,
    schema: definitions[0].schema,
    applicationName: 'lethe-cli',
    poolSize: 2,
    statementTimeoutMs,
    connectTimeoutMs: CONNECT_TIMEOUT_MS,
    keepsSession: config.LETHE_DATABASE_SESSION_URL === undefined,
    schemas: definitions,
    onWaiting: (error) => {
      outage = error;
      void database.stop();
    },
  });
  try {
    await database.start();
    if (outage !== undefined) throw outage as Error;
    return await work(database);
  } finally {
    await database.stop();
  }
}

/**
 * Waits until the database answers or the time is over. Then it returns without an error: the
 * command's own first statement reports that the database is away.
 *
 * A note says so when it did not answer twice, and then every ten seconds.
 *
 * @throws DatabaseAccessError when the database refuses the login
 */
export async function reachDatabase(
  { note }: CommandContext,
  url: DatabaseTarget,
  options: WaitOptions,
): Promise<void> {
  if (options.wait === 0) return;
  const database = openDatabase({
    url,
    schema: CATALOG_SCHEMA.schema,
    applicationName: 'lethe-cli',
    poolSize: 1,
    statementTimeoutMs: STATEMENT_TIMEOUT_MS,
    onWaiting: () => {
      note(waitingNote('PostgreSQL', options));
    },
  });
  const timer = setTimeout(() => void database.stop(), options.wait * 1_000);
  try {
    await database.start();
  } catch (error) {
    throw toAccessError(url, error);
  } finally {
    clearTimeout(timer);
    await database.stop();
  }
}
