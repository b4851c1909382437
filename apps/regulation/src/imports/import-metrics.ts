import type { CounterMetric, Metrics } from '@lethe/observability';

export function countsEndedImports(metrics: Metrics): CounterMetric<'state'> {
  return metrics.counter('imports_ended_total', 'Imports that ended, by state (done, failed).', {
    labels: ['state'],
    known: [{ state: 'done' }, { state: 'failed' }],
  });
}
