import { createDataSource, DatabaseConnection, type DataSourceSettings } from '@lethe/database';

/** Longest that one statement may take: as long as a caller waits. */
const STATEMENT_TIMEOUT_MS = 30_000;
/** No page and no record takes this long; whatever does must not keep a connection from others. */
const READ_TIMEOUT_MS = 5_000;
const RELAY_CONNECTIONS = 3;
/** Of what is left: one of so many serves lists and look-ups. */
const READERS_SHARE = 4;
/** The fewest connections that can be divided. */
export const FEWEST_CONNECTIONS = 5;

export type PoolSettings = Omit<DataSourceSettings, 'statementTimeoutMs' | 'poolSize'>;

/** One database, and who uses it: none of them takes the connections of another. */
export interface DatabasePools {
  /** Writes, and what a data plane asks. */
  readonly commands: DatabaseConnection;
  /** Lists and look-ups of regulations. */
  readonly reads: DatabaseConnection;
  /** How many of these one workspace may do at once. */
  readonly readsOfWorkspace: number;
  /** What tells Kafka. */
  readonly relay: DatabaseConnection;
  /** As `DatabaseConnection.start`. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * @param size connections of all pools together; at least `FEWEST_CONNECTIONS`
 * @param options for the connection that is tried first, and again while the database is away
 */
export function openPools(
  settings: PoolSettings,
  size: number,
  options: Omit<ConstructorParameters<typeof DatabaseConnection>[0], 'dataSource'>,
): DatabasePools {
  const readers = Math.max(1, Math.floor((size - RELAY_CONNECTIONS) / READERS_SHARE));
  const pool = (
    poolSize: number,
    statementTimeoutMs: number,
    { prepare, ...more }: typeof options,
  ): DatabaseConnection => {
    const dataSource = createDataSource({ ...settings, poolSize, statementTimeoutMs });
    return new DatabaseConnection({ dataSource, prepare, ...more });
  };
  const ready = { ...options, prepare: () => Promise.resolve() };
  const writers = size - RELAY_CONNECTIONS - readers;
  const commands = pool(writers, STATEMENT_TIMEOUT_MS, options);
  const reads = pool(readers, READ_TIMEOUT_MS, ready);
  const relay = pool(RELAY_CONNECTIONS, STATEMENT_TIMEOUT_MS, ready);
  return {
    commands,
    reads,
    relay,
    readsOfWorkspace: Math.ceil(readers / 2),
    start: async () => {
      await commands.start();
      await Promise.all([reads.start(), relay.start()]);
    },
    stop: async () => {
      await Promise.all([commands.stop(), reads.stop(), relay.stop()]);
    },
  };
}
