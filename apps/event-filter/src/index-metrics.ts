import type { Metrics } from '@lethe/observability';
import type { SuppressionIndexStatus } from '@lethe/suppression-index';

/** What is known of the index when somebody asks. */
export type IndexFigures = Pick<
  SuppressionIndexStatus,
  'users' | 'connected' | 'lag' | 'standing' | 'snapshotAsOf'
>;

const LOOK_MS = 1_000;
const DELAY_BUCKETS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300] as const;

/** @returns to be called with the milliseconds from a record's time until it has an effect */
export function suppressionDelays(metrics: Metrics): (delayMs: number) => void {
  const delays = metrics.histogram(
    'filter_suppression_delay_seconds',
    'Time from the publishing of a suppression until it has an effect here, by two clocks.',
    { buckets: DELAY_BUCKETS },
  );
  return (delayMs) => {
    delays.observe({}, delayMs / 1_000);
  };
}

/** @param index asked at each scrape, and each second */
export function observeIndex(metrics: Metrics, index: () => IndexFigures): void {
  metrics.gauge(
    'filter_index_standing_partitions',
    'Partitions of the suppressions topic before a batch that cannot be read: what is behind it has no effect.',
    () => index().standing.length,
  );
  metrics.gauge('filter_index_users', 'Users in the index of suppressions.', () => index().users);
  metrics.gauge(
    'filter_index_lag_records',
    'Records of the suppressions topic that the index has not read yet; NaN while nobody knows.',
    () => index().lag ?? NaN, // 0 would say that all is well
  );
  metrics.gauge(
    'filter_index_connected',
    'Whether the index reads the suppressions topic: 1, or 0 and new suppressions have no effect.',
    () => (index().connected ? 1 : 0),
  );
  metrics.gauge(
    'filter_index_snapshot_timestamp_seconds',
    'Time of the state in the snapshot on disk, as Unix time; absent while there is none.',
    () => {
      const asOf = index().snapshotAsOf;
      return asOf && asOf.getTime() / 1_000;
    },
  );
  let knewAllAt = Date.now();
  const look = (): void => {
    const { connected, lag } = index();
    if (connected && lag === 0) knewAllAt = Date.now();
  };
  if (metrics.isOn) setInterval(look, LOOK_MS).unref();
  metrics.gauge(
    'filter_index_behind_seconds',
    'For how long the index has not known all suppressions that are on the topic; 0 while it does.',
    () => {
      look();
      return (Date.now() - knewAllAt) / 1_000;
    },
  );
}
