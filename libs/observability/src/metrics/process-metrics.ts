import { performance } from 'node:perf_hooks';
import { readBuild } from '@lethe/config';
import { collectDefaultMetrics } from 'prom-client';
import type { Health, Readiness } from '../health.js';
import type { Metrics } from './metrics.js';

/** Sums of gauges that are there by type; the names are those of counters, which checkers of metrics find fault with. */
const MISNAMED = [
  'nodejs_active_handles_total',
  'nodejs_active_requests_total',
  'nodejs_active_resources_total',
];

/** How often dependencies are asked: never at a scrape, which anybody in the cluster may repeat. */
const SAMPLE_MS = 5_000;

export interface ProcessMetricsOptions {
  /** Nothing is counted when absent. */
  readonly metrics?: Metrics;
  /** The app, e.g. `gateway`. */
  readonly app: string;
  readonly health: Health;
}

/**
 * What every process shows: that of Node itself, which build it is, whether it is ready, what it depends on, and
 * how busy its event loop is.
 *
 * @returns stops the sampling
 */
export function startProcessMetrics({ metrics, app, health }: ProcessMetricsOptions): () => void {
  if (metrics?.isOn !== true) return () => undefined;
  collectDefaultMetrics({ register: metrics.registry });
  for (const name of MISNAMED) metrics.registry.removeSingleMetric(name);
  const build = {
    app,
    ...readBuild(),
    node: process.version,
  };
  metrics.observe('build_info', 'Which build this is: always 1.', BUILD_LABELS, () => [
    { labels: build, value: 1 },
  ]);
  let readiness: Readiness | undefined;
  let utilization = 0;
  let last = performance.eventLoopUtilization();
  metrics.gauge('ready', 'Whether the process takes work: 1 or 0.', () => (health.isReady ? 1 : 0));
  metrics.observe(
    'dependency_up',
    'Whether a dependency answers: 1 or 0. Asked every 5 s.',
    ['dependency'],
    () =>
      Object.entries(readiness?.checks ?? {}).map(([dependency, result]) => ({
        labels: { dependency },
        value: result === 'up' ? 1 : 0,
      })),
  );
  metrics.gauge(
    'event_loop_utilization_ratio',
    'Share of the last 5 s in which the event loop was at work, from 0 to 1.',
    () => utilization,
  );
  const sample = (): void => {
    const now = performance.eventLoopUtilization();
    ({ utilization } = performance.eventLoopUtilization(now, last));
    last = now;
    void health.readiness().then((answer) => {
      readiness = answer;
    });
  };
  sample();
  const timer = setInterval(sample, SAMPLE_MS).unref();
  return () => {
    clearInterval(timer);
  };
}

const BUILD_LABELS = ['app', 'version', 'revision', 'node'] as const;
