import { LetheError } from '@lethe/contracts';
import type { Metrics } from '@lethe/observability';
import type { TestRuns } from './test-runs.js';

/** Returns the same functions. They also count and time the test runs. */
export function measureTestRuns(
  runs: Pick<TestRuns, 'run' | 'testTransformation'>,
  metrics: Metrics,
): Pick<TestRuns, 'run' | 'testTransformation'> {
  const total = metrics.counter(
    'test_runs_total',
    'Test runs, by outcome: answered, or the error code.',
    { labels: ['outcome'], known: [{ outcome: 'answered' }, { outcome: 'test_run_timeout' }] },
  );
  const durations = metrics.histogram(
    'test_run_duration_seconds',
    'Time until a test run was answered or failed.',
    { buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 30] },
  );
  let waiting = 0;
  metrics.gauge('test_runs_waiting', 'Test runs that wait for results.', () => waiting);
  const counted = async <T>(run: () => Promise<T>): Promise<T> => {
    const startedAt = performance.now();
    waiting += 1;
    let outcome = 'internal';
    try {
      const results = await run();
      outcome = 'answered';
      return results;
    } catch (error) {
      if (error instanceof LetheError) outcome = error.code;
      throw error;
    } finally {
      waiting -= 1;
      total.inc({ outcome });
      durations.observe({}, (performance.now() - startedAt) / 1_000);
    }
  };
  return {
    run: (...args) => counted(() => runs.run(...args)),
    testTransformation: (wanted, signal) => counted(() => runs.testTransformation(wanted, signal)),
  };
}
