import { openDatabase, type DatabaseConnection, type OpenDatabaseOptions } from '@lethe/database';

/** Limit for one statement. Callers wait equally long for an answer. */
const STATEMENT_TIMEOUT_MS = 30_000;
/**
 * Limit for one read. Reading a page or a record takes less time. A slower statement must not
 * occupy a connection that other reads need.
 */
const READ_TIMEOUT_MS = 5_000;
const RELAY_CONNECTIONS = 3;
/**
 * One in this many connections serves lists and look-ups. The connections of the relay do not
 * count.
 */
const READERS_SHARE = 4;
/**
 * Minimum number of connections: the connections of the relay, and one for each of the other two
 * pools.
 */
export const FEWEST_CONNECTIONS = 5;

/**
 * One connection pool for each kind of work, so that no kind can occupy the connections of another.
 */
export interface DatabasePools {
  /** For writes, and for polls of data planes. */
  readonly commands: DatabaseConnection;
  readonly reads: DatabaseConnection;
  /** Maximum of concurrent lists and look-ups of one workspace. */
  readonly readsOfWorkspace: number;
  readonly relay: DatabaseConnection;
  /** Like `DatabaseConnection.start`. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * @param size connections of all pools together; at least `FEWEST_CONNECTIONS`
 * @param options for all pools; only the pool `commands` prepares the schemas
 */
export function openPools(
  options: Omit<OpenDatabaseOptions, 'statementTimeoutMs' | 'poolSize'>,
  size: number,
): DatabasePools {
  const readers = Math.max(1, Math.floor((size - RELAY_CONNECTIONS) / READERS_SHARE));
  const writers = size - RELAY_CONNECTIONS - readers;
  const optionsWithoutSchemas = { ...options, schemas: [] };
  const commands = openDatabase({
    ...options,
    poolSize: writers,
    statementTimeoutMs: STATEMENT_TIMEOUT_MS,
  });
  const reads = openDatabase({
    ...optionsWithoutSchemas,
    poolSize: readers,
    statementTimeoutMs: READ_TIMEOUT_MS,
  });
  const relay = openDatabase({
    ...optionsWithoutSchemas,
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
