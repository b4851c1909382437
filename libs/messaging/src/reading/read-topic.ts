import type { KafkaClient } from '../kafkajs/kafka-client.js';
import { within } from '../kafkajs/within.js';
import { readOn, type Offsets, type ReadOptions } from './read-on.js';

export interface TailOptions extends ReadOptions {
  /**
   * Whether to read all existing records. If false, reads only records published after the call.
   */
  readonly fromBeginning: boolean;
  readonly signal: AbortSignal;
}

/**
 * Reads committed records until the signal is aborted. Retries after outages.
 * @throws Error if the topic does not exist, or the first attempt cannot reach Kafka
 */
export function tailTopic(
  kafka: KafkaClient,
  { fromBeginning, signal, ...options }: TailOptions,
): Promise<void> {
  return readOn(kafka, options, { from: fromBeginning ? 'beginning' : 'end', signal });
}

export interface ReadToEndOptions extends ReadOptions {
  /**
   * The end offset of each partition. Default: the end of the visible records at the time of the
   * call.
   */
  readonly end?: Offsets;
  /** Default 30,000. */
  readonly timeoutMs?: number;
}

/**
 * Reads the committed records of a topic from its beginning.
 * @throws Error if the topic does not exist, or at the timeout
 */
export async function readTopicToEnd(
  kafka: KafkaClient,
  { end, timeoutMs = 30_000, ...options }: ReadToEndOptions,
): Promise<void> {
  const done = new AbortController();
  const reading = readOn(kafka, options, {
    from: 'beginning',
    signal: done.signal,
    onProgress: (position, visible) => {
      const isAtEnd = [...(end ?? visible)].every(
        ([partition, offset]) => (position.get(partition) ?? 0) >= offset,
      );
      if (isAtEnd) done.abort();
    },
  });
  await within(timeoutMs, `reading ${options.topic}`, reading).finally(() => {
    done.abort();
  });
}
