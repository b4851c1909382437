import { openDatabase, type DatabaseConnection, type OpenDatabaseOptions } from '@lethe/database';

/** Longest time of one statement: as long as a caller waits. */
const STATEMENT_TIMEOUT_MS = 30_000;
/**
 * No page and no record takes this long to read; a statement that does must not keep a connection
 * from others.
 */
const READ_TIMEOUT_MS = 5_000;
const RELAY_CONNECTIONS = 3;
/** One in four of the connections that are not the relay's serves lists and look-ups. */
const READERS_SHARE = 4;
/** The fewest connections that can be divided. */
export const FEWEST_CONNECTIONS = 5;

/** Pools to one database by use, so that no use takes the connections of another. */
export interface DatabasePools {
  /** For writes, and for the polls of data planes. */
  readonly commands: DatabaseConnection;
  /** For lists and look-ups of regulations. */
  readonly reads: DatabaseConnection;
  /** How many lists and look-ups one workspace may run at once. */
  readonly readsOfWorkspace: number;
  /** For the relay, which publishes to Kafka. */
  readonly relay: DatabaseConnection;
  /** As `DatabaseConnection.start`. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * @param size connections of all pools together; at least `FEWEST_CONNECTIONS`
 * @param options for all pools; the schemas are prepared over the pool that connects first
 */
export function openPools(
  options: Omit<OpenDatabaseOptions, 'statementTimeoutMs' | 'poolSize'>,
  size: number,
): DatabasePools {
  const readers = Math.max(1, Math.floor((size - RELAY_CONNECTIONS) / READERS_SHARE));
  const writers = size - RELAY_CONNECTIONS - readers;
  const later = { ...options, schemas: [] };
  const commands = openDatabase({
    ...options,
    poolSize: writers,
    statementTimeoutMs: STATEMENT_TIMEOUT_MS,
  });
  const reads = openDatabase({
    ...later,
    poolSize: readers,
    statementTimeoutMs: READ_TIMEOUT_MS,
  });
  const relay = openDatabase({
    ...later,
    poolSize: RELAY_CONNECTIONS,
    statementTimeoutMs: STATEMENT_TIMEOUT_MS,
  });
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
