import type { Metrics } from '@lethe/observability';

/** Returns the metrics of the configurations that data planes poll. */
export function configurationMetrics(metrics: Metrics) {
  const answers = metrics.counter(
    'workspace_config_answers_total',
    'Requests for a configuration, by result: changed (sent), unchanged (the caller has it), missing.',
    { labels: ['result'] },
  );
  const builds = metrics.histogram(
    'workspace_config_build_duration_seconds',
    'Time to read and compress the configuration of a workspace.',
  );
  return {
    answered: (result: 'changed' | 'unchanged' | 'missing'): void => {
      answers.inc({ result });
    },
    built: (seconds: number): void => {
      builds.observe({}, seconds);
    },
    /** @param bytes returns the bytes of all cached configurations */
    watchCache: (bytes: () => number): void => {
      metrics.gauge(
        'workspace_config_cache_bytes',
        'Bytes of compressed configurations in the cache.',
        () => bytes(),
      );
    },
  };
}

export type ConfigurationMetrics = ReturnType<typeof configurationMetrics>;
