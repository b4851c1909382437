import { setTimeout as sleep } from 'node:timers/promises';
import { deadLetterTopicName } from '@lethe/contracts';
import { ensureDeadLetterTopic, listTopics, type KafkaClient } from '@lethe/messaging';
import { describeError, type Logger } from '@lethe/observability';
import { LogThrottle } from '@lethe/resilience';

const RETRY_MS = 1_000;

export interface WaitForTopicsOptions {
  readonly input: string;
  readonly output: string;
  /** Whether to create the dead-letter topic if it is missing. */
  readonly createDeadLetters: boolean;
  readonly logger: Logger;
  readonly signal: AbortSignal;
}

/**
 * Waits for Kafka and the topics. It never creates the input topic or the output topic, because
 * they belong to other systems. It also waits for the dead-letter topic, because transactions
 * include this topic.
 */
export async function waitForTopics(
  kafka: KafkaClient,
  { input, output, createDeadLetters, logger, signal }: WaitForTopicsOptions,
): Promise<void> {
  const deadLetters = deadLetterTopicName(input);
  const throttle = new LogThrottle({ intervalMs: Infinity });
  const warn = (problem: string, fields: object): void => {
    if (throttle.isDue(problem)) logger.warn(fields, problem);
  };
  while (!signal.aborted) {
    try {
      const existing = new Set(await listTopics(kafka, ''));
      const missing = [input, output, deadLetters].filter((name) => !existing.has(name));
      if (missing.length === 0) return;
      if (createDeadLetters && missing.length === 1 && missing[0] === deadLetters) {
        const [warning] = await ensureDeadLetterTopic(kafka, input);
        if (warning === undefined) return;
        warn('dead-letter topic', { warning });
      } else warn('waiting for missing topics: create them', { missing });
    } catch (error) {
      warn('Kafka cannot be reached, trying again', { error: describeError(error) });
    }
    await sleep(RETRY_MS, undefined, { signal }).catch(() => undefined);
  }
}
