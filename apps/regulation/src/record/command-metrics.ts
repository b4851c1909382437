import { REGULATION_TYPES, type RegulationType } from '@lethe/contracts';
import type { Metrics } from '@lethe/observability';

/** Counters of successful commands. They are increased after the commit. */
export interface CommandMetrics {
  created(type: RegulationType, regulations: number): void;
  canceled(regulations: number): void;
  /** Called when a repeated request with an idempotency key got the answer of the first request. */
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
    'Repeated requests with an idempotency key that got the first answer again.',
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
