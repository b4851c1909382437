import type { TopicDefinition } from '@lethe/contracts';
import { retryUntilDone } from '@lethe/resilience';
import type { KafkaClient } from '../kafkajs/kafka-client.js';
import type { KafkaLog } from '../kafkajs/kafka-log.js';
import { reachKafka } from '../kafkajs/reach-kafka.js';
import { ensureTopics, TopicLayoutError } from './ensure-topics.js';

export interface ReachTopicsOptions {
  readonly prefix: string;
  /** Those to be created where they are missing; of none, only Kafka is waited for. */
  readonly definitions: readonly TopicDefinition[];
  /** Ends the waiting. */
  readonly signal: AbortSignal;
  readonly log: KafkaLog;
}

const RETRY_MS = 1_000;

/**
 * Waits for Kafka as long as it takes, and creates missing topics.
 * @throws KafkaAccessError as `reachKafka`
 * @throws TopicLayoutError when a topic exists in a form that would lose data
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
