import { performance } from 'node:perf_hooks';
import { readBuild } from '@lethe/config';
import { collectDefaultMetrics } from 'prom-client';
import type { Health, Readiness } from '../health.js';
import type { Metrics } from './metrics.js';

/**
 * Default metrics that are removed. Each of them is the sum of another gauge over its label `type`.
 * Metric linters reject these names, because the name of a gauge must not end in `_total`.
 */
const MISNAMED = [
  'nodejs_active_handles_total',
  'nodejs_active_requests_total',
  'nodejs_active_resources_total',
];

/**
 * Interval of dependency checks. The checks do not run at a scrape, because any client in the
 * cluster can scrape as often as it likes.
 */
const SAMPLE_MS = 5_000;

export interface ProcessMetricsOptions {
  /** If absent, nothing is sampled. */
  readonly metrics?: Metrics;
  /** Name of the app, such as `gateway`. */
  readonly app: string;
  readonly health: Health;
}

/**
 * Samples the metrics that every process has: metrics of Node.js, the build, readiness,
 * dependencies, and the load of the event loop.
 *
 * @returns function that stops the sampling
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
  metrics.observe('build_info', 'Always 1. The labels name the build.', BUILD_LABELS, () => [
    { labels: build, value: 1 },
  ]);
  let readiness: Readiness | undefined;
  let utilization = 0;
  let last = performance.eventLoopUtilization();
  metrics.gauge('ready', 'Whether the process is ready: 1 or 0.', () => (health.isReady ? 1 : 0));
  metrics.observe(
    'dependency_up',
    'Whether a dependency answers: 1 or 0. Checked every 5 s.',
    ['dependency'],
    () =>
      Object.entries(readiness?.checks ?? {}).map(([dependency, result]) => ({
        labels: { dependency },
        value: result === 'up' ? 1 : 0,
      })),
  );
  metrics.gauge(
    'event_loop_utilization_ratio',
    'Share of the last 5 s in which the event loop was busy, from 0 to 1.',
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
