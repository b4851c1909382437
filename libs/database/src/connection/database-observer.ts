import { errorClassOf } from '../database-error.js';

export interface PoolUse {
  readonly total: number;
  readonly idle: number;
  /** Calls that wait for a connection. */
  readonly waiting: number;
  readonly max: number;
}

/** Receives metrics of a database. Its methods must not throw. */
export interface DatabaseObserver {
  /**
   * Called when a pool is opened.
   *
   * @returns function to call when the pool is closed
   */
  watchPool(read: () => PoolUse): () => void;
  /** Called when a caller got a connection, with the seconds that it waited. */
  acquired(seconds: number): void;
  /**
   * Called when a statement or a transaction has failed.
   *
   * @param errorClass first two characters of the SQLSTATE, or `connection`
   */
  failed(errorClass: string): void;
  /**
   * Called when a transaction is retried.
   *
   * @param code SQLSTATE of the failure
   */
  retried(code: string): void;
}

/** Counts the error if the database caused it. */
export function noteFailure(error: unknown, observer: DatabaseObserver | undefined): void {
  const errorClass = errorClassOf(error);
  if (errorClass !== undefined) observer?.failed(errorClass);
}
