import type { DatabaseClient } from '@lethe/database';

/**
 * Milliseconds for which the lock is trusted, from the moment before its query is sent. This is
 * shorter than `SILENT_MS`, after which the server ends the lock.
 */
const TRUSTED_MS = 250;
/**
 * If a transaction sends nothing for this many milliseconds, the server ends the transaction and
 * releases the lock.
 */
const SILENT_MS = 1_000;

/** Result of a query with several statements. The types of `pg` describe only one statement. */
type Results = readonly { readonly rows: readonly { readonly last_at: string }[] }[];

/** Time of the configuration clock, read while the clock was locked. */
export interface LockedClock {
  readonly lastAt: string;
  /** The lock is reliable until this time of `performance.now()`. */
  readonly until: number;
}

/**
 * Takes a shared lock on `configuration_clock`, the table with the time of the newest configuration
 * change. At the commit of a change, a trigger updates this table. So the change waits until the
 * shared lock is released. While a change waits, this statement fails, because it takes the lock
 * with `nowait`.
 */
const TAKE = `rollback; begin; set local idle_in_transaction_session_timeout = ${SILENT_MS};
  lock table catalog.configuration_clock in share mode nowait;
  select last_at::text as last_at from catalog.configuration_clock`;

export class ClockLock {
  private client: DatabaseClient | undefined;
  private isStopped = false;

  /**
   * @param connect creates a client that is not connected yet
   * @param onLost called when the connection ends, because this also ends the lock
   */
  constructor(
    private readonly connect: () => DatabaseClient,
    private readonly onLost: () => void,
  ) {}

  /** @throws database error `55P03` if a change has locked the clock or waits for the lock */
  async take(): Promise<LockedClock> {
    const client = this.client ?? (await this.open());
    const until = performance.now() + TRUSTED_MS;
    const results = (await client.query(TAKE)) as unknown as Results;
    const lastAt = results.at(-1)?.rows[0]?.last_at;
    if (lastAt === undefined || client !== this.client) {
      throw new Error('The lock of the configuration clock may be lost: its connection ended.');
    }
    return { lastAt, until };
  }

  async release(): Promise<void> {
    await this.client?.query('rollback').catch(() => this.close());
  }

  /** Closes the connection. The next `take` opens a new connection. */
  async close(): Promise<void> {
    const { client } = this;
    if (client === undefined) return;
    this.client = undefined;
    this.onLost();
    await client.end().catch(() => undefined);
  }

  /** Closes the connection. No new connection can be opened. */
  async stop(): Promise<void> {
    this.isStopped = true;
    await this.close();
  }

  private async open(): Promise<DatabaseClient> {
    const client = this.connect();
    const lose = (): void => {
      if (this.client === client) void this.close();
    };
    client.on('error', lose);
    client.on('end', lose);
    try {
      await client.connect();
      if (this.isStopped) throw new Error('Stopped.');
    } catch (error) {
      await client.end().catch(() => undefined);
      throw error;
    }
    this.client = client;
    return client;
  }
}
