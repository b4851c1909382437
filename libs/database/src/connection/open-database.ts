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
 * How the start prepares each schema:
 *
 * - `migrate`: migrates the schema
 * - `check`: fails if the schema is not up to date
 * - `wait`: waits until another process has migrated the schema
 */
export type SchemaPolicy = 'migrate' | 'check' | 'wait';

export interface OpenDatabaseOptions
  extends
    DataSourceSettings,
    Pick<DatabaseConnectionOptions, 'lookupMs' | 'onWaiting' | 'observer'> {
  /**
   * Address of the same database for migrations, not behind a transaction pooler. Default: `url`.
   */
  readonly sessionUrl?: DatabaseTarget;
  /** Schemas in use, in the order of their migration. Default: none. */
  readonly schemas?: readonly SchemaDefinition[];
  /**
   * Maximum number of connections of one owner. If absent, connections are not divided among
   * owners. See `DatabaseConnection.of`.
   */
  readonly perOwner?: number;
  /** Default: `check`. */
  readonly schemaPolicy?: SchemaPolicy;
  /**
   * Called at most every ten seconds. While the database is unreachable, the first call comes after
   * the second failed attempt. While a schema is outdated, it comes after the first poll.
   */
  readonly warn?: (error: unknown, message: string) => void;
}

/**
 * Creates a connection with a pool and a check for servers that no longer answer. Call `start` to
 * prepare the schemas and to connect it.
 *
 * @param options `postgresConnection` of `@lethe/config` creates the options that come from the
 *   environment
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
          warn(error, 'the database schema is not ready yet, waiting');
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
