import { setTimeout as sleep } from 'node:timers/promises';
import type { TopicDefinition } from '@lethe/contracts/events';
import type { KafkaClient } from '../create-kafka.js';
import { ensureTopics, TopicLayoutError } from './ensure-topics.js';
import type { KafkaLog } from '../kafka-log.js';

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
  while (!signal.aborted) {
    try {
      const report = await ensureTopics(kafka, { prefix, definitions });
      for (const warning of report.warnings) log('warn', 'topic layout', { warning });
      return;
    } catch (error) {
      if (error instanceof TopicLayoutError) throw error;
      const reason = error instanceof Error ? error.message : String(error);
      log('warn', 'Kafka cannot be reached, trying again', { reason });
      await sleep(RETRY_MS, undefined, { signal }).catch(() => undefined);
    }
  }
}
