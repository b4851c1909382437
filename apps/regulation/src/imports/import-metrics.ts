import type { Metrics } from '@lethe/observability';

/** What is counted of imports. */
export interface ImportMetrics {
  ended(state: string): void;
}

export function importMetrics(metrics: Metrics): ImportMetrics {
  const ended = metrics.counter({
    name: 'imports_ended_total',
    help: 'Imports that were worked off or failed, by state.',
    labels: ['state'],
    known: [{ state: 'done' }, { state: 'failed' }],
  });
  return {
    ended: (state) => {
      ended.inc({ state });
    },
  };
}
