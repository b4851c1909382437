import { setTimeout as sleep } from 'node:timers/promises';
import { deadLetterTopicName } from '@lethe/contracts';
import { ensureDeadLetterTopic, listTopics, type KafkaClient } from '@lethe/messaging';
import { describeError, type Logger } from '@lethe/observability';
import { LogThrottle } from '@lethe/resilience';

const RETRY_MS = 1_000;

export interface WaitForTopicsOptions {
  readonly input: string;
  readonly output: string;
  /** Whether the topic of the dead letters is made when it is missing. */
  readonly createDeadLetters: boolean;
  readonly logger: Logger;
  /** Ends the waiting. */
  readonly signal: AbortSignal;
}

/**
 * Waits for Kafka and the topics. Input and output are somebody else's, and never made here. Without
 * a topic for the dead letters nothing could be forwarded either: they are part of the transactions.
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
      const there = new Set(await listTopics(kafka, ''));
      const missing = [input, output, deadLetters].filter((name) => !there.has(name));
      if (missing.length === 0) return;
      if (createDeadLetters && missing.length === 1 && missing[0] === deadLetters) {
        const [warning] = await ensureDeadLetterTopic(kafka, input);
        if (warning === undefined) return;
        warn('topic of the dead letters', { warning });
      } else warn('waiting for topics: create them', { missing });
    } catch (error) {
      warn('Kafka cannot be reached, trying again', { error: describeError(error) });
    }
    await sleep(RETRY_MS, undefined, { signal }).catch(() => undefined);
  }
}
