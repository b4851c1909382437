import type { Metrics } from '@lethe/observability';
import type { SuppressionIndexStatus } from '@lethe/suppression-index';

/** The fields of the status of the index that the metrics report. */
export type IndexFigures = Pick<
  SuppressionIndexStatus,
  'users' | 'connected' | 'lag' | 'standing' | 'snapshotAsOf'
>;

const POLL_MS = 1_000;
const DELAY_BUCKETS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300] as const;

/**
 * Returns a callback that adds a delay to a histogram. The delay is the time from the timestamp of
 * a record until the record takes effect, in milliseconds.
 */
export function suppressionDelays(metrics: Metrics): (delayMs: number) => void {
  const delays = metrics.histogram(
    'filter_suppression_delay_seconds',
    'Time from the publication of a suppression until it takes effect here. It is measured with the clocks of two machines.',
    { buckets: DELAY_BUCKETS },
  );
  return (delayMs) => {
    delays.observe({}, delayMs / 1_000);
  };
}

/** @param index called at each scrape, and also every second */
export function observeIndex(metrics: Metrics, index: () => IndexFigures): void {
  metrics.gauge(
    'filter_index_standing_partitions',
    'Partitions of the suppressions topic that have stopped at a batch that cannot be read: changes in it and after it have no effect.',
    () => index().standing.length,
  );
  metrics.gauge('filter_index_users', 'Users in the suppression index.', () => index().users);
  metrics.gauge(
    'filter_index_lag_records',
    'Records of the suppressions topic that the index has not read yet. NaN while this is unknown.',
    () => index().lag ?? NaN, // 0 would hide the outage
  );
  metrics.gauge(
    'filter_index_connected',
    '1 if the index reads the suppressions topic, else 0: new suppressions then have no effect.',
    () => (index().connected ? 1 : 0),
  );
  metrics.gauge(
    'filter_index_snapshot_timestamp_seconds',
    'Time of the state in the snapshot on disk, as Unix time. Absent if there is no snapshot.',
    () => {
      const asOf = index().snapshotAsOf;
      return asOf && asOf.getTime() / 1_000;
    },
  );
  let lastCompleteAt = Date.now();
  const poll = (): void => {
    const { connected, lag } = index();
    if (connected && lag === 0) lastCompleteAt = Date.now();
  };
  if (metrics.isOn) setInterval(poll, POLL_MS).unref();
  metrics.gauge(
    'filter_index_behind_seconds',
    'Seconds since the index last knew all suppressions on the topic. 0 while it knows all of them.',
    () => {
      poll();
      return (Date.now() - lastCompleteAt) / 1_000;
    },
  );
}
