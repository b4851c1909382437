import { REGULATION_TYPES, type RegulationType } from '@lethe/contracts';
import type { Metrics } from '@lethe/observability';

/** What is counted of commands that were carried out: after their commit. */
export interface CommandMetrics {
  created(type: RegulationType, regulations: number): void;
  canceled(regulations: number): void;
  /** A request with an idempotency key was answered as the first time. */
  replayed(): void;
}

export function commandMetrics(metrics: Metrics): CommandMetrics {
  const created = metrics.counter(
    'regulations_created_total',
    'Regulations that were stored, by type.',
    { labels: ['type'], known: REGULATION_TYPES.map((type) => ({ type })) },
  );
  const canceled = metrics.counter('regulations_canceled_total', 'Regulations that were canceled.');
  const replayed = metrics.counter(
    'idempotent_replays_total',
    'Requests with an idempotency key that were answered as the first time.',
  );
  return {
    created: (type, regulations) => {
      created.inc({ type }, regulations);
    },
    canceled: (regulations) => {
      canceled.inc({}, regulations);
    },
    replayed: () => {
      replayed.inc({});
    },
  };
}
