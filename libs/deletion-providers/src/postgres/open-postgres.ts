import type { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import { limitBytes, type GuardedDialer } from '@lethe/egress';
import type { Client as PgClient } from 'pg';
import type { PostgresConfig } from './postgres-config.js';
import { Client } from './pg.js';
import { POSTGRES_LIMITS } from './transaction-settings.js';

/** Over a connection's life: what is asked for are counts. */
const MOST_BYTES = 16 * 1024 * 1024;
/** Beyond the server's own limit, for one that does not keep it. */
const ANSWER_MS = POSTGRES_LIMITS.statementMs + 30_000;
const CONNECT_MS = 10_000;

/**
 * Connects and logs in, with nothing but what the configuration says: no variables and files of this
 * process take part.
 *
 * @param signal ends the connection; the server gives up what it was doing
 * @throws errors of the network, of `pg`, and of the server
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
    // A text that is empty would be taken from the process' own variables.
    password: () => password,
    ssl: tls ?? false,
    application_name: 'lethe',
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: ANSWER_MS,
    // The client wants to begin the connection itself; the guard has done so by then.
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
  // What breaks is heard of by whoever waits for an answer.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return client;
  } catch (error) {
    closePostgres(client);
    throw error;
  }
}

/** Ends the connection at once, whatever is under way: an open transaction is undone by the server. */
export function closePostgres(client: PgClient): void {
  client.end().catch(() => undefined);
  connectionOf(client).stream.destroy();
}

/** The parts of `pg` 8 that its types do not show. */
interface InnerConnection extends EventEmitter {
  /** Another one once TLS has begun. */
  readonly stream: Socket;
}

function connectionOf(client: PgClient): InnerConnection {
  return (client as unknown as { readonly connection: InnerConnection }).connection;
}
