import type { CounterMetric, Metrics } from '@lethe/observability';

export function countsEndedImports(metrics: Metrics): CounterMetric<'state'> {
  return metrics.counter({
    name: 'imports_ended_total',
    help: 'Imports that were worked off or failed, by state.',
    labels: ['state'],
    known: [{ state: 'done' }, { state: 'failed' }],
  });
}
