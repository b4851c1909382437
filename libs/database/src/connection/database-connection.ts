import { LetheError } from '@lethe/contracts';
import { retryUntilDone } from '@lethe/resilience';
import type { DataSource, EntityManager } from 'typeorm';
import { isUnreachable, toLetheError } from '../database-error.js';
import { silenceCheckOf } from './create-data-source.js';
import { noteFailure, type DatabaseObserver } from './database-observer.js';
import { inTransaction } from '../transactions/in-transaction.js';
import { SharedPool } from './shared-pool.js';
import { watchPool } from './watch-pool.js';

export interface DatabaseConnectionOptions {
  readonly dataSource: DataSource;
  /**
   * Runs before the first use, e.g. migrations; run again after each failed attempt.
   * @param signal `stop` was called
   */
  readonly prepare: (signal: AbortSignal) => Promise<void>;
  /** Called while the database is away: at the second failed attempt and then every ten seconds. */
  readonly onWaiting?: (error: unknown) => void;
  /** Milliseconds that a lookup waits for its answer; default 1,800: callers are refused within 2 s. */
  readonly lookupMs?: number;
  /** Is told how the pool is used, and what fails. */
  readonly observer?: DatabaseObserver;
  /** Shares the connections among owners; whoever asks gets the next one when absent. */
  readonly shares?: SharedPool;
}

/** Runs one statement. */
export type RunQuery = <Row extends object>(
  sql: string,
  parameters?: readonly unknown[],
) => Promise<Row[]>;

/** Runs statements. */
export type Statements = Pick<DatabaseConnection, 'query' | 'transaction'>;

const LOOKUP_MS = 1_800;
const RETRY_MS = 500;
const ATTEMPTS_PER_NOTICE = 20;

/**
 * A data source that may be away when the process starts, and later. Until it is there, everything
 * that needs it throws `unavailable` at once; nobody waits.
 */
export class DatabaseConnection {
  private readonly stopping = new AbortController();
  private connected = false;
  private disconnecting: Promise<void> | undefined;
  private stopWatching: (() => void) | undefined;

  constructor(private readonly options: DatabaseConnectionOptions) {}

  get isConnected(): boolean {
    return this.connected;
  }

  /** See `DatabaseConnectionOptions`. */
  get lookupMs(): number {
    return this.options.lookupMs ?? LOOKUP_MS;
  }

  /**
   * Prepares and connects, retrying for as long as the database is unreachable.
   *
   * @returns once connected, or once `stop` was called
   * @throws what no waiting mends: wrong credentials, an incompatible schema
   */
  async start(): Promise<void> {
    const { prepare, onWaiting } = this.options;
    const { signal } = this.stopping;
    const prepareAndConnect = async () => {
      await prepare(signal);
      await this.connect();
    };
    await retryUntilDone(prepareAndConnect, {
      signal,
      pauseMs: RETRY_MS,
      isWorthRetrying: isUnreachable,
      onFailure: (error, attempt) => {
        // One failed attempt may have met a busy machine: it is no outage yet.
        if (attempt % ATTEMPTS_PER_NOTICE === 2) onWaiting?.(error);
      },
    });
  }

  /**
   * Runs one statement. May be handed on as it is.
   *
   * @throws LetheError `unavailable` during an outage
   */
  readonly query: RunQuery = async <Row extends object>(
    sql: string,
    parameters: readonly unknown[] = [],
  ) => {
    try {
      return await this.source().query<Row[]>(sql, [...parameters]);
    } catch (error) {
      noteFailure(error, this.options.observer);
      throw toLetheError(error);
    }
  };

  /** See `inTransaction`. */
  async transaction<T>(work: (manager: EntityManager) => Promise<T>): Promise<T> {
    return inTransaction(this.source(), work, this.options.observer);
  }

  /**
   * The same for the work of one owner. Where the connections are shared, the owner has a part of them at once, and further
   * statements of theirs wait, as long as for a connection, before those of nobody else.
   *
   * @param owner any text; statements that are not run for an owner wait for nobody
   */
  of(owner: string): Statements {
    const { shares } = this.options;
    if (shares === undefined) return this;
    return {
      query: (sql, parameters) => shares.run(owner, () => this.query(sql, parameters)),
      transaction: (work) => shares.run(owner, () => this.transaction(work)),
    };
  }

  /** For repositories. @throws LetheError `unavailable` before the first connection */
  get manager(): EntityManager {
    return this.source().manager;
  }

  /** Whether a round trip works right now. */
  async isUp(): Promise<boolean> {
    if (!this.connected) return false;
    await this.options.dataSource.query('select 1');
    return true;
  }

  /**
   * Leaves the connections that nobody uses right now, so that the next ones are made to where the
   * address leads by then.
   */
  async leaveUnused(): Promise<void> {
    await silenceCheckOf(this.options.dataSource)?.breakUnused();
  }

  /** Ends the waiting of `start`, and closes all connections. */
  async stop(): Promise<void> {
    this.stopping.abort();
    this.connected = false;
    await this.disconnect();
  }

  /** Leaves nothing open when `stop` was called meanwhile: it had nothing to close yet. */
  private async connect(): Promise<void> {
    const { dataSource, observer } = this.options;
    if (this.isStopped()) return;
    if (!dataSource.isInitialized) await dataSource.initialize();
    this.stopWatching ??= observer && watchPool(dataSource, observer, this.options.shares);
    if (this.isStopped()) await this.disconnect();
    else this.connected = true;
  }

  /** `stop` and a `start` that it met may both get here; a pool refuses to be ended twice. */
  private async disconnect(): Promise<void> {
    const { dataSource } = this.options;
    this.stopWatching?.();
    if (dataSource.isInitialized) this.disconnecting ??= dataSource.destroy();
    await this.disconnecting;
  }

  private isStopped(): boolean {
    return this.stopping.signal.aborted;
  }

  private source(): DataSource {
    if (!this.connected) throw new LetheError('unavailable');
    return this.options.dataSource;
  }
}
