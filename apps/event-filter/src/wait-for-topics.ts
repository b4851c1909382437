import { setTimeout as sleep } from 'node:timers/promises';
import { ensureDeadLetterTopic, listTopics, type KafkaClient } from '@lethe/messaging';
import { describeError, type Logger } from '@lethe/observability';

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

/** Waits for Kafka and the topics. Input and output are somebody else's, and never made here. */
export async function waitForTopics(
  kafka: KafkaClient,
  { input, output, createDeadLetters, logger, signal }: WaitForTopicsOptions,
): Promise<void> {
  let told = '';
  const tell = (problem: string, fields: object): void => {
    if (problem !== told) logger.warn(fields, problem);
    told = problem;
  };
  while (!signal.aborted) {
    try {
      const there = new Set(await listTopics(kafka, ''));
      const missing = [input, output].filter((name) => !there.has(name));
      if (missing.length === 0) {
        const warnings = createDeadLetters ? await ensureDeadLetterTopic(kafka, input) : [];
        for (const warning of warnings) logger.warn({ warning }, 'topic of the dead letters');
        return;
      }
      tell('waiting for topics: create them', { missing });
    } catch (error) {
      tell('Kafka cannot be reached, trying again', { error: describeError(error) });
    }
    await sleep(RETRY_MS, undefined, { signal }).catch(() => undefined);
  }
}
