import { setTimeout as sleep } from 'node:timers/promises';
import { clientConfig, type DatabaseTarget } from './client-config.js';
import { DatabaseClient, type ConnectionWatch } from './database-client.js';

/** Milliseconds for an answer that is on its way while the server is asked. */
const ON_ITS_WAY_MS = 500;

/** Which backends are there and at work; and whether it is the server itself that answers. */
const AT_WORK = `
  select pg_backend_pid() as own, array(
    select pid from pg_stat_activity where pid = any($1::int[]) and state not like 'idle%'
  ) as working`;

/**
 * The connections of one pool, and whether their server still works for them. One that has no answer
 * for a while may wait for a slow statement, or for a server that is gone without a sign. The server
 * knows, over a new connection: a backend that is not there, or that has nothing to do, will not answer.
 *
 * Behind a pooler, whose numbers of backends are its own, nothing is known, and nothing done.
 */
export class SilenceCheck implements ConnectionWatch {
  private readonly clients = new Set<DatabaseClient>();
  private isAsking = false;

  /** @param afterMs milliseconds without an answer after which the server is asked, and may take to say */
  constructor(
    private readonly target: DatabaseTarget,
    readonly afterMs: number,
  ) {}

  /** Counts a connection among those of the pool until it ends. */
  watch(client: DatabaseClient): void {
    this.clients.add(client);
    client.once('end', () => this.clients.delete(client));
  }

  /** Breaks what waits in vain; then also what nobody uses, as it was cut off with the others. */
  async ask(): Promise<void> {
    if (this.isAsking) return;
    this.isAsking = true;
    const since = performance.now() - this.afterMs;
    const silent = [...this.clients].filter(({ waitsSince = Infinity }) => waitsSince <= since);
    try {
      const working = await this.working(silent.map(({ processID }) => processID));
      if (working === undefined) return;
      await sleep(ON_ITS_WAY_MS);
      const gone = silent.filter(
        ({ processID, waitsSince = Infinity }) =>
          waitsSince <= since && !working.includes(processID),
      );
      if (gone.length === 0) return;
      // The unused first: who repeats at once what has failed shall not get one of them.
      await this.breakUnused();
      await Promise.all(gone.map((client) => client.break()));
    } catch {
      // Nobody to ask: the answers' own time runs out.
    } finally {
      this.isAsking = false;
    }
  }

  /** Breaks what nobody uses. */
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
      const { rows } = await client.query<{ own: number; working: number[] }>(AT_WORK, [pids]);
      return rows[0]?.own === client.processID ? rows[0].working : undefined;
    } finally {
      await client.end();
    }
  }
}
