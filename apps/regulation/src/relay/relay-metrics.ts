import type { Metrics } from '@lethe/observability';
import type { RelayEvent } from './session/relay-event.js';
import { DatabaseBehindError } from './assert-database-not-behind.js';

const DELAY_BUCKETS = [
  0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1_800,
] as const;

export function relayMetrics(metrics: Metrics): (event: RelayEvent) => void {
  let isLeading = false;
  let lastSuccessAt: number | undefined;
  metrics.gauge(
    'relay_leader',
    'Whether this instance is the leader, which publishes: 1 or 0.',
    () => Number(isLeading),
  );
  metrics.gauge(
    'relay_last_success_timestamp_seconds',
    'Unix time at which this instance last published or became the leader. Absent if it never was the leader.',
    () => lastSuccessAt && lastSuccessAt / 1_000,
  );
  const elections = metrics.counter(
    'relay_elections_total',
    'How often this instance became the leader.',
  );
  const rounds = metrics.counter(
    'relay_rounds_total',
    'Rounds of publishing, by outcome: published, failed.',
    { labels: ['outcome'], known: [{ outcome: 'published' }, { outcome: 'failed' }] },
  );
  const durations = metrics.histogram(
    'relay_round_duration_seconds',
    'Time that Kafka took for a round of publishing.',
  );
  const records = metrics.counter('relay_records_total', 'Records that were published, by topic.', {
    labels: ['topic'],
  });
  const failures = metrics.counter(
    'relay_failures_total',
    'Failures of the relay, by activity: election, relaying, or comparing (the topics have records that the database lacks).',
    {
      labels: ['during'],
      known: [{ during: 'election' }, { during: 'relaying' }, { during: 'comparing' }],
    },
  );
  const delays = metrics.histogram(
    'relay_delay_seconds',
    'Time from the commit of a change until it is on its topic, measured with two clocks.',
    { labels: ['topic'], buckets: DELAY_BUCKETS },
  );
  return (event) => {
    switch (event.kind) {
      case 'state':
        isLeading = event.state === 'leading';
        if (!isLeading) return;
        elections.inc({});
        lastSuccessAt = Date.now();
        return;
      case 'failure':
        if (event.during === 'relaying') rounds.inc({ outcome: 'failed' });
        failures.inc({
          during: event.error instanceof DatabaseBehindError ? 'comparing' : event.during,
        });
        return;
      case 'published': {
        lastSuccessAt = Date.now();
        rounds.inc({ outcome: 'published' });
        durations.observe({}, event.durationMs / 1_000);
        if (!metrics.isOn) return;
        const published = new Map<string, number>();
        for (const { topic, headers } of event.round) {
          published.set(topic, (published.get(topic) ?? 0) + 1);
          const { ce_time: time } = headers;
          const at = typeof time === 'string' ? Date.parse(time) : NaN;
          if (Number.isNaN(at)) continue;
          // The clock of the database can be ahead of the clock of this process. Negative delays
          // become 0. If negative delays were left out, the histogram would show delays that are
          // too long.
          delays.observe({ topic }, Math.max(0, lastSuccessAt - at) / 1_000);
        }
        for (const [topic, count] of published) records.inc({ topic }, count);
      }
    }
  };
}
