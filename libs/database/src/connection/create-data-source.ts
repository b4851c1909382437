import { DataSource, type EntitySchema, type MixedList } from 'typeorm';
import { clientConfig, type DatabaseTarget } from './client-config.js';
import { DatabaseClient } from './database-client.js';
import { PreparingClient } from './preparing-client.js';
import { SilenceCheck } from './silence-check.js';
import { silentLogger } from './silent-logger.js';

export interface DataSourceSettings {
  /** `postgres://` URL, or what `@lethe/config` makes of its variables. */
  readonly url: DatabaseTarget;
  /** Postgres schema that entities belong to unless they say otherwise. */
  readonly schema: string;
  /** Tables that TypeORM itself reads and writes; none when absent. */
  readonly entities?: MixedList<(new () => object) | EntitySchema>;
  /** Shown in `pg_stat_activity`. */
  readonly applicationName: string;
  /** Most connections of the pool. */
  readonly poolSize: number;
  /** Milliseconds after which a statement is ended, by the server and by the client. */
  readonly statementTimeoutMs: number;
  /**
   * Milliseconds to wait for a connection before a request is refused, and for an answer before the
   * server is asked whether it works on one. Default 1,500.
   */
  readonly connectTimeoutMs?: number;
  /** Whether a connection keeps its session; a transaction pooler's does not. Default `true`. */
  readonly keepsSession?: boolean;
}

export const CONNECT_TIMEOUT_MS = 1_500;

/**
 * A TypeORM data source with our defaults. Not yet connected: see `DatabaseConnection`.
 *
 * `invalidWhereValuesBehavior` throws, because here `where: { id: undefined }` would act on the
 * wrong person.
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
    poolErrorHandler: () => undefined, // an idle connection broke; the pool opens another
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

/** The connections of a data source of `createDataSource`. */
export function silenceCheckOf({ options }: DataSource): SilenceCheck | undefined {
  const { silenceCheck } = (options as { extra?: { silenceCheck?: SilenceCheck } }).extra ?? {};
  return silenceCheck;
}
