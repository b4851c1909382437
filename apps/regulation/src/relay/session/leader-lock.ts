import { clientConfig, DatabaseClient, type DatabaseTarget } from '@lethe/database';

export interface LeaderLockOptions {
  /** Where a connection keeps its session: locks and LISTEN need one (no transaction pooler). */
  readonly connection: DatabaseTarget;
  /** Number of the advisory lock; one for each thing that is led. */
  readonly lock: number;
  /** Channel to listen on while leading. */
  readonly channel: string;
  /** SQL: identity of the database that the lock is held on; see `DATABASE_IDENTITY`. */
  readonly database: string;
  /**
   * The server ends a session that is silent for this long, and frees its lock. Default 3,000
   * milliseconds.
   */
  readonly sessionTimeoutMs?: number;
  readonly onNotify: () => void;
  /**
   * Called when the lock is lost, at most once per acquisition: whatever depends on it must end.
   */
  readonly onLost: () => void;
}

const SESSION_TIMEOUT_MS = 3_000;
const HEARTBEAT_MS = 750;
const CONNECT_TIMEOUT_MS = 2_000;

/**
 * Leadership as a session lock in Postgres, with a heartbeat.
 *
 * The server must notice a leader that is frozen (SIGSTOP, a suspended machine): its kernel goes
 * on answering TCP keepalives, so those prove nothing. `idle_session_timeout` does: a leader that
 * sends no heartbeat for three seconds loses its session, and with it the lock. That a frozen
 * leader still believes in its lock when it comes back is why publishing is fenced too: see `Relay`.
 */
export class LeaderLock {
  private client: DatabaseClient | undefined;
  private heartbeat: NodeJS.Timeout | undefined;
  private heldOn = '';

  constructor(private readonly options: LeaderLockOptions) {}

  get isHeld(): boolean {
    return this.client !== undefined;
  }

  /** Identity of the database that the lock is, or was last, held on. */
  get database(): string {
    return this.heldOn;
  }

  /**
   * Tries once.
   *
   * @returns whether this process leads now
   * @throws the connection error while Postgres is away
   */
  async tryAcquire(): Promise<boolean> {
    const { connection, sessionTimeoutMs = SESSION_TIMEOUT_MS } = this.options;
    const client = new DatabaseClient({
      ...clientConfig(connection),
      application_name: 'lethe-relay-lock',
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      query_timeout: sessionTimeoutMs,
      keepAlive: true,
    });
    const lose = () => {
      this.lose(client);
    };
    client.on('error', lose);
    client.on('end', lose);
    try {
      await client.connect();
      await client.query(`set idle_session_timeout = ${sessionTimeoutMs}`);
      const result = await client.query<{ held: boolean; database: string }>(
        `select pg_try_advisory_lock($1) as held, ${this.options.database} as database`,
        [this.options.lock],
      );
      const [row] = result.rows;
      if (row?.held !== true) {
        await client.end();
        return false;
      }
      this.heldOn = row.database;
      client.on('notification', this.options.onNotify);
      await client.query(`listen ${this.options.channel}`);
    } catch (error) {
      await client.end().catch(() => undefined);
      throw error;
    }
    this.client = client;
    this.heartbeat = setInterval(() => {
      client.query('select 1').catch(lose);
    }, HEARTBEAT_MS);
    return true;
  }

  /** Gives the lock back. */
  async release(): Promise<void> {
    const client = this.client;
    this.client = undefined;
    clearInterval(this.heartbeat);
    await client?.end().catch(() => undefined);
  }

  private lose(client: DatabaseClient): void {
    if (this.client !== client) return;
    this.client = undefined;
    clearInterval(this.heartbeat);
    client.end().catch(() => undefined);
    this.options.onLost();
  }
}
