import { setTimeout as sleep } from 'node:timers/promises';
import { clientConfig, type DatabaseTarget } from './client-config.js';
import { DatabaseClient, type ConnectionWatch } from './database-client.js';

/** Milliseconds to wait for answers that were on their way when the server was asked. */
const LAST_ANSWERS_MS = 500;

/**
 * SQL that returns the process ids of busy backends, and the process id of this connection. Behind
 * a pooler, the client knows a different process id of this connection.
 */
const BUSY_PIDS = `
  select pg_backend_pid() as own, array(
    select pid from pg_stat_activity where pid = any($1::int[]) and state not like 'idle%'
  ) as working`;

/**
 * Finds connections of a pool that will never get an answer. A connection without an answer can
 * wait for a slow statement, or for a server that is gone. So the check opens a new connection and
 * asks the server which backends are busy. A backend that does not exist or is idle will not
 * answer.
 *
 * Behind a pooler, the process ids differ, so the check closes nothing.
 */
export class SilenceCheck implements ConnectionWatch {
  private readonly clients = new Set<DatabaseClient>();
  private isAsking = false;

  /**
   * @param afterMs milliseconds without an answer, after which the check asks the server. The
   *   server has the same time to answer
   */
  constructor(
    private readonly target: DatabaseTarget,
    readonly afterMs: number,
  ) {}

  watch(client: DatabaseClient): void {
    this.clients.add(client);
    client.once('end', () => this.clients.delete(client));
  }

  /**
   * Closes connections that will never get an answer. If there are any, it also closes the unused
   * connections, because a network cut breaks both kinds.
   */
  async ask(): Promise<void> {
    if (this.isAsking) return;
    this.isAsking = true;
    const since = performance.now() - this.afterMs;
    const silent = [...this.clients].filter(({ waitsSince = Infinity }) => waitsSince <= since);
    try {
      const working = await this.working(silent.map(({ processID }) => processID));
      if (working === undefined) return;
      await sleep(LAST_ANSWERS_MS);
      const gone = silent.filter(
        ({ processID, waitsSince = Infinity }) =>
          waitsSince <= since && !working.includes(processID),
      );
      if (gone.length === 0) return;
      // Unused connections are closed first, because a caller that retries at once must not get one
      // of them.
      await this.breakUnused();
      await Promise.all(gone.map((client) => client.break()));
    } catch {
      // If the server cannot be asked, `query_timeout` ends the statements.
    } finally {
      this.isAsking = false;
    }
  }

  async breakUnused(): Promise<void> {
    const unused = [...this.clients].filter((client) => client.isUnused);
    await Promise.all(unused.map((client) => client.break()));
  }

  private async working(pids: (number | null)[]): Promise<(number | null)[] | undefined> {
    const client = new DatabaseClient({
      ...clientConfig(this.target),
      connectionTimeoutMillis: this.afterMs,
      query_timeout: this.afterMs,
    });
    client.on('error', () => undefined);
    try {
      await client.connect();
      const { rows } = await client.query<{ own: number; working: number[] }>(BUSY_PIDS, [pids]);
      return rows[0]?.own === client.processID ? rows[0].working : undefined;
    } finally {
      await client.end();
    }
  }
}
