import { clientConfig, DatabaseClient, type DatabaseTarget } from '@lethe/database';

export interface LeaderLockOptions {
  /** A connection that keeps its session (no transaction pooler), which locks and LISTEN need. */
  readonly connection: DatabaseTarget;
  /** Number of the advisory lock. Each kind of leader has a different number. */
  readonly lock: number;
  /** Channel to listen on while leading. */
  readonly channel: string;
  /** SQL: identity of the database of the lock, see `DATABASE_IDENTITY`. */
  readonly database: string;
  /**
   * Milliseconds without a statement after which the server ends the session, and with it the lock.
   * Default 3,000.
   */
  readonly sessionTimeoutMs?: number;
  readonly onNotify: () => void;
  /**
   * Called once when the lock is lost after it was acquired. All work of the leader must then end.
   */
  readonly onLost: () => void;
}

const SESSION_TIMEOUT_MS = 3_000;
const HEARTBEAT_MS = 750;
const CONNECT_TIMEOUT_MS = 2_000;

/**
 * Elects a leader by a session lock in Postgres, with a heartbeat.
 *
 * The server must detect a frozen leader (SIGSTOP, a suspended computer). The kernel of a frozen
 * leader still answers TCP keepalives, so keepalives cannot detect it. Therefore the session has an
 * `idle_session_timeout`. A leader without a heartbeat for three seconds loses its session, and
 * with it the lock. A leader that was frozen still believes that it has the lock, so its publishing
 * is fenced too, see `Relay`.
 */
export class LeaderLock {
  private client: DatabaseClient | undefined;
  private heartbeat: NodeJS.Timeout | undefined;
  private heldOn = '';

  constructor(private readonly options: LeaderLockOptions) {}

  get isHeld(): boolean {
    return this.client !== undefined;
  }

  /** Identity of the database on which the lock is held, or was last held. */
  get database(): string {
    return this.heldOn;
  }

  /**
   * Tries once to acquire the lock.
   *
   * @returns whether this process leads now
   * @throws the connection error while Postgres is unavailable
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
