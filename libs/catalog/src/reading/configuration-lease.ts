import type { DatabaseClient } from '@lethe/database';

/** A change of the catalog waits for a process at work no longer than this. */
const HOLD_MS = 50;
/** How long the lock counts, from before it was asked for: less than the server's limit, which begins later. */
const TRUSTED_MS = 250;
/** The server ends a session that is silent for this long in a transaction, and with it the lock. */
const SILENT_MS = 1_000;
/** After an error that waiting does not mend soon: no connection, no right to lock. */
const PAUSE_MS = 1_000;
/** A connection that nobody uses is closed after this. */
const IDLE_MS = 30_000;

/** Of several statements; the types of `pg` know one only. */
type Results = readonly { readonly rows: readonly { readonly last_at: string }[] }[];

const LOCK_NOT_AVAILABLE = '55P03';

/**
 * Each change of a configuration updates the clock before it is committed, by a trigger, and holds its lock on the table until the
 * change can be seen. It waits for a shared lock, and one that waits lets nobody else have a shared lock.
 */
const TAKE = `rollback; begin; set local idle_in_transaction_session_timeout = ${SILENT_MS};
  lock table catalog.configuration_clock in share mode nowait;
  select last_at::text as last_at from catalog.configuration_clock`;

/**
 * Keeps the configuration of all workspaces as it is for moments of 50 ms, so that what was read in one need not be asked for again in
 * it. Whoever changes a configuration, in whatever process or by hand, waits for the end of the moment. Only callers who come in quick
 * succession get one; without one they have to ask.
 */
export class ConfigurationLease {
  private client: DatabaseClient | undefined;
  private held: { readonly lastAt: string; readonly until: number } | undefined;
  /** Of the connection; undefined when nothing is under way. */
  private work: Promise<void> | undefined;
  private isUsed = false;
  private isRenewing = false;
  private isStopped = false;
  private askedAt = -Infinity;
  private notBefore = -Infinity;
  private next: NodeJS.Timeout | undefined;

  /** @param connect makes a connection that is not connected yet */
  constructor(private readonly connect: () => DatabaseClient) {}

  /**
   * When a configuration changed last; no configuration changes while this is the same. Undefined without a lock that is certain.
   */
  get unchangedSince(): string | undefined {
    return this.held !== undefined && performance.now() < this.held.until
      ? this.held.lastAt
      : undefined;
  }

  /** @returns the same; has the lock taken where there is none and callers come in quick succession */
  async use(): Promise<string | undefined> {
    this.isUsed = true;
    const now = performance.now();
    const isQuick = now - this.askedAt < HOLD_MS;
    this.askedAt = now;
    if (this.unchangedSince !== undefined) return this.unchangedSince;
    // A moment that follows another one is sooner there than an answer of our own.
    if (this.isRenewing) await this.work;
    else if (isQuick && this.work === undefined && now >= this.notBefore) void this.take();
    return this.unchangedSince;
  }

  /** Gives the lock back for good. */
  async stop(): Promise<void> {
    this.isStopped = true;
    await this.leave();
  }

  /** Ends the moment and begins another one, unless somebody waits for a change. */
  private take(): Promise<void> {
    this.isRenewing = this.held !== undefined;
    return this.working(async (client) => {
      this.isUsed = false;
      const until = performance.now() + TRUSTED_MS;
      const results = (await client.query(TAKE)) as unknown as Results;
      const lastAt = results.at(-1)?.rows[0]?.last_at;
      if (lastAt === undefined || client !== this.client) return;
      this.held = { lastAt, until };
      this.after(HOLD_MS, () => (this.isUsed ? this.take() : this.release()));
    });
  }

  private release(): Promise<void> {
    return this.working(async (client) => {
      await client.query('rollback');
      this.after(IDLE_MS, () => this.leave());
    });
  }

  /** Does one thing at a time with the connection. From its beginning on, it is not certain that the lock is held. */
  private working(work: (client: DatabaseClient) => Promise<void>): Promise<void> {
    clearTimeout(this.next);
    this.held = undefined;
    const done = (async () => {
      try {
        await work(this.client ?? (await this.open()));
      } catch (error) {
        await this.failed(error);
      }
      this.work = undefined;
      this.isRenewing = false;
    })();
    // Callers wait for a moment at most, also for a server that does not answer.
    this.work = new Promise<void>((resolve) => {
      const late = setTimeout(resolve, HOLD_MS);
      void done.finally(() => {
        clearTimeout(late);
        resolve();
      });
    });
    return done;
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

  private async failed(error: unknown): Promise<void> {
    const isTaken = (error as { readonly code?: unknown }).code === LOCK_NOT_AVAILABLE;
    this.notBefore = performance.now() + (isTaken ? HOLD_MS : PAUSE_MS);
    if (isTaken) await this.client?.query('rollback').catch(() => this.leave());
    else await this.leave();
  }

  private async leave(): Promise<void> {
    const client = this.client;
    this.client = undefined;
    this.held = undefined;
    clearTimeout(this.next);
    await client?.end().catch(() => undefined);
  }

  private after(ms: number, work: () => Promise<void>): void {
    this.next = setTimeout(() => void work(), ms).unref();
  }
}
