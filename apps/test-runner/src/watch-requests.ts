import { TopicObserver, type KafkaClient, type TakenRecord } from '@lethe/messaging';
import type { Metrics } from '@lethe/observability';

const LOOK_MS = 10_000;

export interface RequestsWatch {
  /** This runner has so many partitions from now on. */
  joined(partitions: number): void;
  took(record: TakenRecord['record']): void;
  stop(): Promise<void>;
}

/**
 * Shows how far a runner is behind its partitions of the test requests: records after the last one that it took.
 *
 * @param topic full name
 */
export function watchRequests(kafka: KafkaClient, topic: string, metrics: Metrics): RequestsWatch {
  const observer = new TopicObserver(kafka, topic);
  /** Partition → offset behind the last record that was taken. */
  const next = new Map<number, number>();
  let ends: readonly number[] = [];
  let joined = 0;
  metrics.observe({ name: 'runner_partitions', help: 'Partitions of this instance.' }, () => [
    { labels: {}, value: joined },
  ]);
  metrics.observe(
    {
      name: 'runner_lag_records',
      help: 'Test requests behind the last one that was taken, by partition of which this instance has taken any.',
      labels: ['partition'],
    },
    () =>
      [...next].map(([partition, position]) => ({
        labels: { partition: String(partition) },
        value: Math.max(0, (ends[partition] ?? 0) - position),
      })),
  );
  const look = async (): Promise<void> => {
    // Nobody knows while Kafka is away; the consumer says what is wrong.
    ends = await observer.look().then(
      (extent) => extent.ends,
      () => ends,
    );
  };
  const timer = metrics.isOn ? setInterval(() => void look(), LOOK_MS) : undefined;
  return {
    joined: (partitions) => {
      joined = partitions;
      next.clear(); // they may be others
    },
    took: ({ partition, offset }) => next.set(partition, Number(offset) + 1),
    stop: async () => {
      clearInterval(timer);
      await observer.close();
    },
  };
}
