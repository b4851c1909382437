import { TopicObserver, type KafkaClient, type TakenRecord } from '@lethe/messaging';
import type { Metrics } from '@lethe/observability';

const POLL_MS = 10_000;

export interface RequestsWatch {
  /** Must be called each time the consumer gets partitions. */
  joined(partitions: readonly number[]): void;
  took(record: TakenRecord['record']): void;
  stop(): Promise<void>;
}

export interface WatchOptions {
  /** Full name, with the prefix. */
  readonly topic: string;
  readonly groupId: string;
  readonly metrics: Metrics;
}

/**
 * Provides metrics about the partitions of test requests that this runner reads, and about its lag.
 */
export function watchRequests(
  kafka: KafkaClient,
  { topic, groupId, metrics }: WatchOptions,
): RequestsWatch {
  const observer = new TopicObserver(kafka, topic);
  /** Partitions of this runner. */
  let partitions: readonly number[] = [];
  /** Offset after the last taken record, by partition. */
  const next = new Map<number, number>();
  let ends: readonly number[] = [];
  let isOver = false;
  metrics.gauge(
    'runner_partitions',
    'Partitions of the test requests that this instance reads.',
    () => partitions.length,
  );
  metrics.observe(
    'runner_lag_records',
    'Test requests that this instance has not read yet, by partition.',
    ['partition'],
    () =>
      [...next].map(([partition, position]) => ({
        labels: { partition: String(partition) },
        value: Math.max(0, (ends[partition] ?? 0) - position),
      })),
  );
  const poll = async (): Promise<void> => {
    const extent = await observer.observe();
    ({ ends } = extent);
    const mine = partitions;
    const unknown = mine.filter((partition) => !next.has(partition));
    if (unknown.length === 0 || isOver) return;
    const found = await observer.positions(groupId, unknown, extent.starts);
    if (mine !== partitions) return; // a rebalance has changed the partitions
    for (const [partition, position] of found) {
      // If a record was taken during the request, `next` already has a later offset.
      if (!next.has(partition)) next.set(partition, position);
    }
  };
  let polling: Promise<void> | undefined;
  const pollOnce = (): void => {
    if (!metrics.isOn) return;
    // The lag is unknown while Kafka is unreachable. The consumer reports the error.
    polling ??= poll()
      .catch(() => undefined)
      .finally(() => {
        polling = undefined;
      });
  };
  const timer = setInterval(pollOnce, POLL_MS);
  return {
    joined: (assigned) => {
      partitions = assigned;
      next.clear();
      pollOnce();
    },
    took: ({ partition, offset }) => next.set(partition, Number(offset) + 1),
    stop: async () => {
      isOver = true;
      clearInterval(timer);
      await observer.close();
    },
  };
}
