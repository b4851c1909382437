import type { DatabaseClient } from '@lethe/database';

/** How long the lock counts, from before it was asked for: less than the server's limit, which begins later. */
const TRUSTED_MS = 250;
/** The server ends a session that is silent for this long in a transaction, and with it the lock. */
const SILENT_MS = 1_000;

/** Of several statements; the types of `pg` know one only. */
type Results = readonly { readonly rows: readonly { readonly last_at: string }[] }[];

/** What the database said under the lock, and until when the lock is certain. */
export interface LockedClock {
  readonly lastAt: string;
  /** As `performance.now()`. */
  readonly until: number;
}

/**
 * Each change of a configuration updates the clock before it is committed, by a trigger, and holds its lock on the table until the
 * change can be seen. A change waits for a shared lock, and while one waits no shared lock can be taken.
 */
const TAKE = `rollback; begin; set local idle_in_transaction_session_timeout = ${SILENT_MS};
  lock table catalog.configuration_clock in share mode nowait;
  select last_at::text as last_at from catalog.configuration_clock`;

/** A connection that locks the clock of configuration changes, and gives the lock back. */
export class ClockLock {
  private client: DatabaseClient | undefined;
  private isStopped = false;

  /**
   * @param connect makes a connection that is not connected yet
   * @param onLost is called when the connection ends, and the lock with it
   */
  constructor(
    private readonly connect: () => DatabaseClient,
    private readonly onLost: () => void,
  ) {}

  /** @throws an error of the database: `55P03` where a change holds the clock, or waits for it */
  async take(): Promise<LockedClock> {
    const client = this.client ?? (await this.open());
    const until = performance.now() + TRUSTED_MS;
    const results = (await client.query(TAKE)) as unknown as Results;
    const lastAt = results.at(-1)?.rows[0]?.last_at;
    if (lastAt === undefined || client !== this.client) throw new Error('The lock is not certain.');
    return { lastAt, until };
  }

  async release(): Promise<void> {
    await this.client?.query('rollback').catch(() => this.leave());
  }

  /** Ends the connection; `take` makes another one. */
  async leave(): Promise<void> {
    const { client } = this;
    if (client === undefined) return;
    this.client = undefined;
    this.onLost();
    await client.end().catch(() => undefined);
  }

  /** Ends the connection for good. */
  async stop(): Promise<void> {
    this.isStopped = true;
    await this.leave();
  }

  private async open(): Promise<DatabaseClient> {
    const client = this.connect();
    const lose = (): void => {
      if (this.client === client) void this.leave();
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
