import { EVENTS, type WorkspaceEvent } from '@lethe/api/events';
import type { CounterMetric, Metrics } from '@lethe/observability';

const ENDS = ['slow_reader', 'token', 'session', 'stopping', 'unavailable'] as const;

export class StreamMetrics {
  private readonly sent: CounterMetric<'type'>;
  private readonly ended: CounterMetric<'reason'>;

  /** @param open returns the number of open streams */
  constructor(metrics: Metrics, open: () => number) {
    metrics.gauge('gateway_event_streams', 'Open event streams of callers.', () => open());
    this.sent = metrics.counter(
      'gateway_events_sent_total',
      'Events written to event streams, by type. An event counts once for each stream.',
      { labels: ['type'], known: Object.keys(EVENTS).map((type) => ({ type })) },
    );
    this.ended = metrics.counter(
      'gateway_event_streams_ended_total',
      'Event streams that the gateway ended, by reason: slow_reader, token (revoked or expired), session (ended), stopping (shutdown), unavailable (missed events could not be read).',
      { labels: ['reason'], known: ENDS.map((reason) => ({ reason })) },
    );
  }

  send(events: readonly WorkspaceEvent[]): void {
    for (const { type } of events) this.sent.inc({ type });
  }

  end(reason: (typeof ENDS)[number]): void {
    this.ended.inc({ reason });
  }
}
