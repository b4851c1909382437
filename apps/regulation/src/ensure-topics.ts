import { setTimeout as sleep } from 'node:timers/promises';
import { TOPICS } from '@lethe/contracts';
import { ensureTopics, TopicLayoutError, type KafkaClient } from '@lethe/messaging';
import { describeError, type Logger } from '@lethe/observability';

const RETRY_MS = 1_000;

/**
 * Creates missing topics, waiting for Kafka as long as it takes.
 *
 * @throws TopicLayoutError when a topic exists in a form that would lose data
 */
export async function ensureTopicsEventually(options: {
  kafka: KafkaClient;
  prefix: string;
  logger: Logger;
  signal: AbortSignal;
}): Promise<void> {
  const definitions = Object.values(TOPICS);
  while (!options.signal.aborted) {
    try {
      const report = await ensureTopics(options.kafka, { prefix: options.prefix, definitions });
      for (const warning of report.warnings) options.logger.warn({ warning }, 'topic layout');
      return;
    } catch (error) {
      if (error instanceof TopicLayoutError) throw error;
      options.logger.warn({ error: describeError(error) }, 'Kafka cannot be reached, trying again');
      await sleep(RETRY_MS, undefined, { signal: options.signal }).catch(() => undefined);
    }
  }
}
