import type { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import { limitBytes, type GuardedDialer } from '@lethe/egress';
import type { Client as PgClient } from 'pg';
import type { PostgresConfig } from './postgres-config.js';
import { Client } from './pg.js';
import { POSTGRES_LIMITS } from './transaction-settings.js';

/** Maximum bytes that are read from one connection. Answers are small and contain no rows. */
const MOST_BYTES = 16 * 1024 * 1024;
/** Milliseconds to wait for an answer. Needed if the server ignores the statement timeout. */
const ANSWER_MS = POSTGRES_LIMITS.statementMs + 30_000;
const CONNECT_MS = 10_000;

/**
 * Connects and logs in. Uses only the configuration of the destination, and no environment
 * variables or files of this process.
 *
 * @param signal closes the connection when it aborts; the server then cancels the statement
 * @throws network errors; errors of `pg` and of the server
 */
export async function openPostgres(
  dialer: GuardedDialer,
  config: PostgresConfig,
  signal: AbortSignal,
): Promise<PgClient> {
  const { host, port, database, user, password, tls } = config;
  const client = new Client({
    host,
    port,
    database,
    user,
    // This is a function, because for an empty text `pg` would use PGPASSWORD of this process.
    password: () => password,
    ssl: tls ?? false,
    application_name: 'lethe',
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: ANSWER_MS,
    // `connect` does nothing, because the dialer already opens the connection.
    stream: () => {
      const socket = dialer.open(host, port, { signal });
      if (tls === undefined) limitBytes(socket, MOST_BYTES);
      return Object.assign(socket, { connect: () => socket });
    },
  });
  const connection = connectionOf(client);
  connection.once('sslconnect', () => {
    limitBytes(connection.stream, MOST_BYTES);
  });
  // An `error` event without a listener would end the process. A pending query gets the error too.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return client;
  } catch (error) {
    closePostgres(client);
    throw error;
  }
}

/** Closes the connection at once. The server rolls back an open transaction. */
export function closePostgres(client: PgClient): void {
  client.end().catch(() => undefined);
  connectionOf(client).stream.destroy();
}

/** Members of `pg` 8 that its type definitions lack. */
interface InnerConnection extends EventEmitter {
  /** `pg` replaces this socket when TLS starts. */
  readonly stream: Socket;
}

function connectionOf(client: PgClient): InnerConnection {
  return (client as unknown as { readonly connection: InnerConnection }).connection;
}
