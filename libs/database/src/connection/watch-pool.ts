import type pg from 'pg';
import type { DataSource } from 'typeorm';
import type { DatabaseObserver } from './database-observer.js';
import type { SharedPool } from './shared-pool.js';

type Connect = (done: (...args: unknown[]) => void) => void;

/**
 * Reports to the observer the use of a data source's pool, and the time that callers wait for a
 * connection.
 *
 * @param shares its waiting calls are added to the waiting calls of the pool
 * @returns function that ends the reports
 */
export function watchPool(
  dataSource: DataSource,
  observer: DatabaseObserver,
  shares?: Pick<SharedPool, 'waiting'>,
): () => void {
  const { master: pool } = dataSource.driver as unknown as { master: pg.Pool };
  const connect = pool.connect.bind(pool) as unknown as Connect;
  // TypeORM takes connections with a callback.
  pool.connect = ((done: (...args: unknown[]) => void) => {
    const startedAt = performance.now();
    connect((...args) => {
      observer.acquired((performance.now() - startedAt) / 1_000);
      done(...args);
    });
  }) as unknown as typeof pool.connect;
  return observer.watchPool(() => ({
    total: pool.totalCount,
    idle: pool.idleCount,
    waiting: pool.waitingCount + (shares?.waiting ?? 0),
    max: pool.options.max,
  }));
}
