import { ClockHold } from '@lethe/catalog';
import {
  clientConfig,
  CONNECT_TIMEOUT_MS,
  DatabaseClient,
  openDatabase,
  type DatabaseConnection,
  type OpenDatabaseOptions,
} from '@lethe/database';

/** Maximum time of a statement. The longest statement applies a large workspace file. */
const STATEMENT_TIMEOUT_MS = 30_000;
/**
 * Maximum time of a look-up of credentials. A statement that takes longer is ended, so that its
 * connection is free for other look-ups.
 */
const CREDENTIALS_TIMEOUT_MS = 5_000;
/** One quarter of the connections, rounded up, is for credentials and rate limits. */
const CREDENTIALS_SHARE = 4;
/**
 * Separate pools for each use, so that one caller cannot take the connections that all callers
 * need.
 */
export interface GatewayPools {
  /** Pool for credentials, and for the demand that gateways exchange for rate limits. */
  readonly credentials: DatabaseConnection;
  /**
   * Pool for the catalog. One workspace gets less than half of the connections at once. Its data
   * planes together get the same number. With the minimum pool size, the workspace and its data
   * planes get two connections each, so one connection stays for other workspaces.
   */
  readonly catalog: DatabaseConnection;
  /**
   * Locks the configuration for short times while test runs are frequent, so that the catalog can
   * answer from memory. The lock needs separate connections, because a pool would give a connection
   * with the lock to other callers.
   */
  readonly lease: ClockHold;
  /** Does the same as `DatabaseConnection.start`. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * @param size maximum connections of all pools together, at least `GATEWAY_CONNECTIONS.min`
 * @param options options of all pools; the pool of the catalog prepares the schemas
 */
export function openGatewayPools(
  options: Omit<OpenDatabaseOptions, 'statementTimeoutMs' | 'poolSize' | 'perOwner'>,
  size: number,
): GatewayPools {
  const forCredentials = Math.ceil(size / CREDENTIALS_SHARE);
  const poolSize = size - forCredentials;
  const catalog = openDatabase({
    ...options,
    poolSize,
    perOwner: Math.floor((poolSize - 1) / 2),
    statementTimeoutMs: STATEMENT_TIMEOUT_MS,
  });
  const credentials = openDatabase({
    ...options,
    schemas: [],
    poolSize: forCredentials,
    statementTimeoutMs: CREDENTIALS_TIMEOUT_MS,
  });
  const { url, applicationName, connectTimeoutMs = CONNECT_TIMEOUT_MS } = options;
  const lease = new ClockHold(
    () =>
      new DatabaseClient({
        ...clientConfig(url),
        application_name: applicationName,
        connectionTimeoutMillis: connectTimeoutMs,
        query_timeout: connectTimeoutMs,
        keepAlive: true,
      }),
  );
  return {
    credentials,
    catalog,
    lease,
    start: async () => {
      await catalog.start();
      await credentials.start();
    },
    stop: async () => {
      await Promise.all([credentials.stop(), catalog.stop(), lease.stop()]);
    },
  };
}
