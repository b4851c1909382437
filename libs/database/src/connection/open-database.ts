import type { DatabaseTarget } from './client-config.js';
import {
  CONNECT_TIMEOUT_MS,
  createDataSource,
  type DataSourceSettings,
} from './create-data-source.js';
import { DatabaseConnection, type DatabaseConnectionOptions } from './database-connection.js';
import {
  assertMigratable,
  assertSchemaUsable,
  migrateSchema,
  type SchemaDefinition,
} from '../migrations/migrate-schema.js';
import { SharedPool } from './shared-pool.js';
import { waitForSchema } from '../migrations/wait-for-schema.js';

/**
 * What becomes of a schema before the first use:
 * - `migrate`: it is brought up to date
 * - `check`: the start fails where it is not up to date
 * - `wait`: the start waits until another process has brought it up to date
 */
export type SchemaPolicy = 'migrate' | 'check' | 'wait';

export interface OpenDatabaseOptions
  extends
    DataSourceSettings,
    Pick<DatabaseConnectionOptions, 'lookupMs' | 'onWaiting' | 'observer'> {
  /** The same database over connections that keep their session, for migrations; `url` when absent. */
  readonly sessionUrl?: DatabaseTarget;
  /** The schemas that are used, in the order in which they are migrated; none when absent. */
  readonly schemas?: readonly SchemaDefinition[];
  /** How many of the connections one owner has at once; they are not shared when absent. See `DatabaseConnection.of`. */
  readonly perOwner?: number;
  /** Default `check`. */
  readonly schemaPolicy?: SchemaPolicy;
  /**
   * Gets a line for the log, at most every ten seconds: while the database is away, from the second failed
   * attempt on; while a schema is waited for, from the first look on.
   */
  readonly warn?: (error: unknown, message: string) => void;
}

/**
 * Makes the connection to a database, with a pool, the check for silent servers and the schemas that have
 * to be there. Nothing is connected before `start` is called.
 *
 * @param options `postgresConnection` of `@lethe/config` makes those that the environment decides
 */
export function openDatabase(options: OpenDatabaseOptions): DatabaseConnection {
  const { sessionUrl = options.url, schemas = [], schemaPolicy = 'check' } = options;
  const { lookupMs, onWaiting, observer, warn = () => undefined } = options;
  const { poolSize: size, perOwner, connectTimeoutMs: waitMs = CONNECT_TIMEOUT_MS } = options;
  const prepareSchema = {
    migrate: migrateSchema,
    check: assertSchemaUsable,
    wait: (url: DatabaseTarget, schema: SchemaDefinition, signal: AbortSignal) =>
      waitForSchema(
        url,
        schema,
        (error) => {
          warn(error, 'the schema is not there yet, waiting');
        },
        signal,
      ),
  }[schemaPolicy];
  return new DatabaseConnection({
    dataSource: createDataSource(options),
    ...(lookupMs !== undefined && { lookupMs }),
    ...(observer && { observer }),
    ...(perOwner !== undefined && { shares: new SharedPool({ size, perOwner, waitMs }) }),
    prepare: async (signal) => {
      if (schemaPolicy === 'migrate') {
        for (const schema of schemas) await assertMigratable(sessionUrl, schema);
      }
      for (const schema of schemas) {
        if (!signal.aborted) await prepareSchema(sessionUrl, schema, signal);
      }
    },
    onWaiting: (error) => {
      warn(error, 'the database cannot be reached, trying again');
      onWaiting?.(error);
    },
  });
}
