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
 * Returns the configured database. If none is configured, returns the database of the Lethe that
 * runs in this folder.
 *
 * @throws CommandFailure if there is no database
 */
export async function databaseTarget(config: DatabaseConfig): Promise<DatabaseTarget> {
  const { DATABASE_URL } = config;
  if (DATABASE_URL !== undefined) return postgresTarget({ ...config, DATABASE_URL });
  const file = join(config.LETHE_DATA_DIR, 'database.json');
  const note = await readFile(file, 'utf8').catch(() => '{}');
  // If the file cannot be parsed, Lethe is just writing it, and the database is not ready.
  const { url } = asObject(jsonOf(note));
  if (typeof url === 'string') return url;
  throw new CommandFailure(
    'There is no database. Set DATABASE_URL, or start Lethe in this folder ("npm start").',
  );
}

/** Runs work on the catalog. See `withDatabase`. */
export function withCatalog<T>(
  context: CommandContext,
  work: (database: DatabaseConnection) => Promise<T>,
): Promise<T> {
  return withDatabase(context, [CATALOG_SCHEMA], work);
}

/**
 * Runs work once on a database. The first schema is the search path. A command does not wait for
 * the database as a service does: it tries to connect only twice.
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
 * Waits until the database answers or the time is over. When the time is over, returns without an
 * error, because the next statement of the command reports the outage.
 *
 * Prints a note after two failed attempts, and then every ten seconds.
 *
 * @throws DatabaseAccessError if the database refuses the login
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
