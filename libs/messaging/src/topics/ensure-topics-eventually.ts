import type { TopicDefinition } from '@lethe/contracts';
import { retryUntilDone } from '@lethe/resilience';
import type { KafkaClient } from '../kafkajs/kafka-client.js';
import type { KafkaLog } from '../kafkajs/kafka-log.js';
import { ensureTopics, TopicLayoutError } from './ensure-topics.js';

export interface EnsureTopicsOptions {
  readonly prefix: string;
  readonly definitions: readonly TopicDefinition[];
  /** Ends the waiting. */
  readonly signal: AbortSignal;
  readonly log: KafkaLog;
}

const RETRY_MS = 1_000;

/**
 * Creates missing topics, waiting for Kafka as long as it takes.
 * @throws TopicLayoutError when a topic exists in a form that would lose data
 */
export async function ensureTopicsEventually(
  kafka: KafkaClient,
  { prefix, definitions, signal, log }: EnsureTopicsOptions,
): Promise<void> {
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
