import type { Metrics } from '@lethe/observability';

/** What is counted of the configurations that data planes poll. */
export function configurationMetrics(metrics: Metrics) {
  const answers = metrics.counter(
    'workspace_config_answers_total',
    'Configurations that were asked for: changed (sent), unchanged (the caller has it), missing.',
    { labels: ['result'] },
  );
  const builds = metrics.histogram(
    'workspace_config_build_duration_seconds',
    'Time to read and pack the configuration of a workspace.',
  );
  return {
    answered: (result: 'changed' | 'unchanged' | 'missing'): void => {
      answers.inc({ result });
    },
    built: (seconds: number): void => {
      builds.observe({}, seconds);
    },
    /** @param bytes of the packed configurations that are kept */
    watchCache: (bytes: () => number): void => {
      metrics.gauge(
        'workspace_config_cache_bytes',
        'Bytes of packed configurations that are kept.',
        () => bytes(),
      );
    },
  };
}

export type ConfigurationMetrics = ReturnType<typeof configurationMetrics>;
