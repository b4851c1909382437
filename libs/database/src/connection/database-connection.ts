import { LetheError } from '@lethe/contracts';
import { retryUntilDone } from '@lethe/resilience';
import type { DataSource, EntityManager } from 'typeorm';
import { isUnreachable, toLetheError } from '../database-error.js';
import { silenceCheckOf } from './create-data-source.js';
import { noteFailure, type DatabaseObserver } from './database-observer.js';
import { inOneStatement, inTransaction } from '../transactions/in-transaction.js';
import { SharedPool } from './shared-pool.js';
import { watchPool } from './watch-pool.js';

export interface DatabaseConnectionOptions {
  readonly dataSource: DataSource;
  /**
   * Runs before the first use, for example for migrations. It runs again after each failed attempt.
   *
   * @param signal aborted when `stop` is called
   */
  readonly prepare: (signal: AbortSignal) => Promise<void>;
  /**
   * Called while the database is unreachable: after the second failed attempt, and then after every
   * 20 further attempts, which take at least ten seconds.
   */
  readonly onWaiting?: (error: unknown) => void;
  /**
   * Milliseconds that a lookup waits for its answer. Default: 1,800. Callers then get a refusal
   * within 2 s.
   */
  readonly lookupMs?: number;
  /** Receives the use of the pool, and failures. */
  readonly observer?: DatabaseObserver;
  /**
   * Divides the connections among owners. If absent, callers get connections in the order of their
   * calls.
   */
  readonly shares?: SharedPool;
}

export type RunQuery = <Row extends object>(
  sql: string,
  parameters?: readonly unknown[],
) => Promise<Row[]>;

export type Statements = Pick<DatabaseConnection, 'query' | 'transaction'>;

const LOOKUP_MS = 1_800;
const RETRY_MS = 500;
const ATTEMPTS_PER_NOTICE = 20;

/**
 * Connection to a database that can be unreachable, at the start and later. Before the first
 * connection, `query`, `transaction` and `manager` throw `unavailable` at once.
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
   * Prepares and connects. Retries as long as the database is unreachable.
   *
   * @returns when the database is connected, or when `stop` was called
   * @throws permanent errors, such as wrong credentials or an incompatible schema
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
        // The first failed attempt is not reported, because a busy machine can cause it.
        if (attempt % ATTEMPTS_PER_NOTICE === 2) onWaiting?.(error);
      },
    });
  }

  /**
   * Runs one statement. `query` is bound to this object, so that callers can pass it on as a
   * function.
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

  /** See `inOneStatement`. It is bound like `query`. */
  readonly commitStatement: RunQuery = async <Row extends object>(
    sql: string,
    parameters: readonly unknown[] = [],
  ) => inOneStatement<Row>(this.source(), sql, parameters, this.options.observer);

  /** See `inTransaction`. */
  async transaction<T>(work: (manager: EntityManager) => Promise<T>): Promise<T> {
    return inTransaction(this.source(), work, this.options.observer);
  }

  /**
   * Returns `query` and `transaction` for one owner. With `shares`, an owner uses at most
   * `perOwner` connections at once. Further calls of the owner wait for at most the `waitMs` of
   * `shares`. They do not delay other owners.
   *
   * @param owner any text. `perOwner` does not limit calls without `of`
   */
  of(owner: string): Statements {
    const { shares } = this.options;
    if (shares === undefined) return this;
    return {
      query: (sql, parameters) => shares.run(owner, () => this.query(sql, parameters)),
      transaction: (work) => shares.run(owner, () => this.transaction(work)),
    };
  }

  /**
   * Returns the manager for repositories.
   *
   * @throws LetheError `unavailable` before the first connection
   */
  get manager(): EntityManager {
    return this.source().manager;
  }

  /**
   * Returns false before the first connection and after `stop`, and true if the database answers.
   *
   * @throws the error of the connection if the database does not answer
   */
  async isUp(): Promise<boolean> {
    if (!this.connected) return false;
    await this.options.dataSource.query('select 1');
    return true;
  }

  /**
   * Closes all unused connections. New connections then go to the address to which the host name
   * resolves now.
   */
  async closeUnused(): Promise<void> {
    await silenceCheckOf(this.options.dataSource)?.breakUnused();
  }

  /** Ends the retries of `start`, and closes all connections. */
  async stop(): Promise<void> {
    this.stopping.abort();
    this.connected = false;
    await this.disconnect();
  }

  /** Connects. If `stop` was called during this time, the connections are closed again. */
  private async connect(): Promise<void> {
    const { dataSource, observer } = this.options;
    if (this.isStopped()) return;
    if (!dataSource.isInitialized) await dataSource.initialize();
    this.stopWatching ??= observer && watchPool(dataSource, observer, this.options.shares);
    if (this.isStopped()) await this.disconnect();
    else this.connected = true;
  }

  /** `stop` and an interrupted `start` can both call this, but a pool can be closed only once. */
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
