import { ClockHold } from '@lethe/catalog';
import {
  clientConfig,
  CONNECT_TIMEOUT_MS,
  DatabaseClient,
  openDatabase,
  type DatabaseConnection,
  type OpenDatabaseOptions,
} from '@lethe/database';

/** Applying a large workspace file is the longest that the gateway does. */
const STATEMENT_TIMEOUT_MS = 30_000;
/** Nothing that is asked about credentials takes this long; a statement that does must not keep a connection from others. */
const CREDENTIALS_TIMEOUT_MS = 5_000;
/** One in four of the connections, rounded up, is for credentials and rate limits. */
const CREDENTIALS_SHARE = 4;
/** Pools to one database by use, so that nothing that one caller asks for takes what all need. */
export interface GatewayPools {
  /** For credentials, and for what gateways tell each other of rates. */
  readonly credentials: DatabaseConnection;
  /** For the catalog. A workspace has less than half of it at once, and so have its data planes: two each at least, and one is left for others. */
  readonly catalog: DatabaseConnection;
  /** Has a connection of its own while test runs come in quick succession: it holds a lock, which no pool should hand out. */
  readonly lease: ClockHold;
  /** As `DatabaseConnection.start`. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * @param size connections of all pools together; at least `GATEWAY_CONNECTIONS.min`
 * @param options for all pools; the schemas are prepared over the one that connects first
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
