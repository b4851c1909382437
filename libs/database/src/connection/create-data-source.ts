import { DataSource, type EntitySchema, type MixedList } from 'typeorm';
import { clientConfig, type DatabaseTarget } from './client-config.js';
import { DatabaseClient } from './database-client.js';
import { PreparingClient } from './preparing-client.js';
import { SilenceCheck } from './silence-check.js';
import { silentLogger } from './silent-logger.js';

export interface DataSourceSettings {
  /** `postgres://` URL, or a target that `@lethe/config` creates from its variables. */
  readonly url: DatabaseTarget;
  /** Default Postgres schema of entities. */
  readonly schema: string;
  /** Tables that TypeORM itself reads and writes. Default: none. */
  readonly entities?: MixedList<(new () => object) | EntitySchema>;
  /** Name shown in `pg_stat_activity`. */
  readonly applicationName: string;
  /** Maximum number of connections. */
  readonly poolSize: number;
  /** Milliseconds after which both the server and the client end a statement. */
  readonly statementTimeoutMs: number;
  /**
   * Maximum wait for a connection, in milliseconds. If a statement has no answer after the same
   * time, Lethe asks the server whether it still runs the statement. Default: 1,500.
   */
  readonly connectTimeoutMs?: number;
  /**
   * Whether each connection keeps its session. A connection through a transaction pooler does not.
   * Default: `true`.
   */
  readonly keepsSession?: boolean;
}

export const CONNECT_TIMEOUT_MS = 1_500;

/**
 * Creates a TypeORM data source with our defaults. `DatabaseConnection` connects it.
 *
 * With `where: { id: undefined }`, TypeORM would ignore the condition and act on another user. So
 * `invalidWhereValuesBehavior` makes it throw.
 */
export function createDataSource(settings: DataSourceSettings): DataSource {
  const { connectTimeoutMs = CONNECT_TIMEOUT_MS } = settings;
  return new DataSource({
    type: 'postgres',
    schema: settings.schema,
    entities: settings.entities ?? [],
    applicationName: settings.applicationName,
    synchronize: false,
    logger: silentLogger,
    poolSize: settings.poolSize,
    connectTimeoutMS: connectTimeoutMs,
    invalidWhereValuesBehavior: { null: 'throw', undefined: 'throw' },
    poolErrorHandler: () => undefined, // the pool replaces a broken idle connection
    extra: {
      ...clientConfig(settings.url),
      Client: settings.keepsSession === false ? DatabaseClient : PreparingClient,
      silenceCheck: new SilenceCheck(settings.url, connectTimeoutMs),
      keepAlive: true,
      statement_timeout: settings.statementTimeoutMs,
      query_timeout: settings.statementTimeoutMs + 500,
      idle_in_transaction_session_timeout: settings.statementTimeoutMs,
    },
  });
}

/** Returns the silence check of a data source that `createDataSource` created. */
export function silenceCheckOf({ options }: DataSource): SilenceCheck | undefined {
  const { silenceCheck } = (options as { extra?: { silenceCheck?: SilenceCheck } }).extra ?? {};
  return silenceCheck;
}
