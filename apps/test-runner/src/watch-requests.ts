import { TopicObserver, type KafkaClient, type TakenRecord } from '@lethe/messaging';
import type { Metrics } from '@lethe/observability';

const LOOK_MS = 10_000;

export interface RequestsWatch {
  /** These partitions are this runner's from now on. */
  joined(partitions: readonly number[]): void;
  took(record: TakenRecord['record']): void;
  stop(): Promise<void>;
}

export interface WatchOptions {
  /** Full name. */
  readonly topic: string;
  readonly groupId: string;
  readonly metrics: Metrics;
}

/** Shows how far a runner is behind its partitions of the test requests: records after the last one that was taken. */
export function watchRequests(
  kafka: KafkaClient,
  { topic, groupId, metrics }: WatchOptions,
): RequestsWatch {
  const observer = new TopicObserver(kafka, topic);
  /** Those of this runner. */
  let partitions: readonly number[] = [];
  /** Partition → offset behind the last record that was taken. */
  const next = new Map<number, number>();
  let ends: readonly number[] = [];
  let isOver = false;
  metrics.gauge('runner_partitions', 'Partitions of this instance.', () => partitions.length);
  metrics.observe(
    'runner_lag_records',
    'Test requests behind the last one that was taken, by partition of this instance.',
    ['partition'],
    () =>
      [...next].map(([partition, position]) => ({
        labels: { partition: String(partition) },
        value: Math.max(0, (ends[partition] ?? 0) - position),
      })),
  );
  const look = async (): Promise<void> => {
    const extent = await observer.look();
    ({ ends } = extent);
    const mine = partitions;
    const unknown = mine.filter((partition) => !next.has(partition));
    if (unknown.length === 0 || isOver) return;
    const found = await observer.positions(groupId, unknown, extent.starts);
    if (mine !== partitions) return; // they may be others
    for (const [partition, position] of found) {
      if (!next.has(partition)) next.set(partition, position); // what was taken meanwhile is further on
    }
  };
  let looking: Promise<void> | undefined;
  const lookOnce = (): void => {
    if (!metrics.isOn) return;
    // Nobody knows while Kafka is away; the consumer says what is wrong.
    looking ??= look()
      .catch(() => undefined)
      .finally(() => {
        looking = undefined;
      });
  };
  const timer = setInterval(lookOnce, LOOK_MS);
  return {
    joined: (assigned) => {
      partitions = assigned;
      next.clear();
      lookOnce();
    },
    took: ({ partition, offset }) => next.set(partition, Number(offset) + 1),
    stop: async () => {
      isOver = true;
      clearInterval(timer);
      await observer.close();
    },
  };
}
