import { EVENTS, type WorkspaceEvent } from '@lethe/api/events';
import type { CounterMetric, Metrics } from '@lethe/observability';

const ENDS = ['slow_reader', 'token', 'session', 'stopping', 'unavailable'] as const;

/** What is counted of streams of events. */
export class StreamMetrics {
  private readonly sent: CounterMetric<'type'>;
  private readonly ended: CounterMetric<'reason'>;

  /** @param open how many there are */
  constructor(metrics: Metrics, open: () => number) {
    metrics.gauge('gateway_event_streams', 'Streams of events that callers have open.', () =>
      open(),
    );
    this.sent = metrics.counter(
      'gateway_events_sent_total',
      'Events that were written to streams, by type; one for each stream.',
      { labels: ['type'], known: Object.keys(EVENTS).map((type) => ({ type })) },
    );
    this.ended = metrics.counter(
      'gateway_event_streams_ended_total',
      'Streams of events that the gateway has ended: the reader was too slow, the token works no more, the session of the console is over, the gateway stops, what was missed could not be read.',
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
