import type { TopicDefinition } from '@lethe/contracts';
import { retryUntilDone } from '@lethe/resilience';
import type { KafkaClient } from '../kafkajs/kafka-client.js';
import type { KafkaLog } from '../kafkajs/kafka-log.js';
import { reachKafka } from '../kafkajs/reach-kafka.js';
import { ensureTopics, TopicLayoutError } from './ensure-topics.js';

export interface ReachTopicsOptions {
  readonly prefix: string;
  /** Topics to create if they are missing. If this list is empty, only waits for Kafka. */
  readonly definitions: readonly TopicDefinition[];
  readonly signal: AbortSignal;
  readonly log: KafkaLog;
}

const RETRY_MS = 1_000;

/**
 * Waits for Kafka without a time limit, and creates missing topics.
 * @throws KafkaAccessError as in `reachKafka`
 * @throws TopicLayoutError if a topic exists with a layout that would lose data
 */
export async function reachTopics(
  kafka: KafkaClient,
  { prefix, definitions, signal, log }: ReachTopicsOptions,
): Promise<void> {
  await reachKafka(kafka, { signal, log });
  if (definitions.length === 0) return;
  const report = await retryUntilDone(() => ensureTopics(kafka, { prefix, definitions }), {
    signal,
    pauseMs: RETRY_MS,
    isWorthRetrying: (error) => !(error instanceof TopicLayoutError),
    onFailure: (error) => {
      const reason = error instanceof Error ? error.message : String(error);
      log('warn', 'Kafka cannot be reached, trying again', { reason });
    },
  });
  for (const warning of report?.warnings ?? []) log('warn', 'topic layout', { warning });
}
