import type { Metrics } from './metrics.js';

interface PoolUse {
  readonly total: number;
  readonly idle: number;
  readonly waiting: number;
  readonly max: number;
}

/** Upper bounds in seconds. A free connection is available within microseconds. */
const ACQUIRE_BUCKETS = [0.0001, 0.001, 0.005, 0.025, 0.1, 0.5, 1, 2.5, 5] as const;

/**
 * Creates the metrics of all PostgreSQL connections of this process. The result has the type
 * `DatabaseObserver` of `@lethe/database`.
 */
export function databaseMetrics(metrics: Metrics) {
  const acquired = metrics.histogram(
    'db_pool_acquire_duration_seconds',
    'Time until a connection of the pool was available.',
    { buckets: ACQUIRE_BUCKETS },
  );
  const errors = metrics.counter(
    'db_errors_total',
    'Failed statements and transactions, by the class of their SQLSTATE (two characters), or "connection".',
    { labels: ['class'] },
  );
  const retries = metrics.counter(
    'transaction_retries_total',
    'Transactions that ran again after a deadlock (40P01) or a serialization failure (40001).',
    { labels: ['code'] },
  );
  return {
    /** @param read returns the use of the pool @returns function that removes the pool */
    watchPool: (read: () => PoolUse): (() => void) => {
      const removers = [
        metrics.observe(
          'db_pool_connections',
          'Connections to PostgreSQL, by state: idle, busy.',
          ['state'],
          () => {
            const { total, idle } = read();
            return [
              { labels: { state: 'idle' }, value: idle },
              { labels: { state: 'busy' }, value: total - idle },
            ];
          },
        ),
        metrics.gauge(
          'db_pool_max_connections',
          'Maximum number of connections of all pools.',
          () => read().max,
        ),
        metrics.gauge(
          'db_pool_waiting',
          'Calls that wait for a connection of a pool.',
          () => read().waiting,
        ),
      ];
      return () => {
        for (const one of removers) one();
      };
    },
    acquired: (seconds: number): void => {
      acquired.observe({}, seconds);
    },
    failed: (errorClass: string): void => {
      errors.inc({ class: errorClass });
    },
    retried: (code: string): void => {
      retries.inc({ code });
    },
  };
}
