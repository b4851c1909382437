import { errorClassOf } from '../database-error.js';

/** How a pool of connections is used right now. */
export interface PoolUse {
  readonly total: number;
  readonly idle: number;
  /** Calls that wait for a connection. */
  readonly waiting: number;
  readonly max: number;
}

/** Is told how a database is used. Must not throw. */
export interface DatabaseObserver {
  /** A pool was opened. @returns called when it is closed */
  watchPool(read: () => PoolUse): () => void;
  /** A connection was there after so many seconds. */
  acquired(seconds: number): void;
  /** A statement or a transaction failed. @param errorClass first two characters of the SQLSTATE, or `connection` */
  failed(errorClass: string): void;
  /** A transaction runs again. @param code its SQLSTATE */
  retried(code: string): void;
}

/** Counts an error if it is one of the database. */
export function noteFailure(error: unknown, observer: DatabaseObserver | undefined): void {
  const errorClass = errorClassOf(error);
  if (errorClass !== undefined) observer?.failed(errorClass);
}
