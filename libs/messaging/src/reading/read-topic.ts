import type { KafkaClient } from '../kafkajs/kafka-client.js';
import { within } from '../kafkajs/within.js';
import { readOn, type Offsets, type ReadOptions } from './read-on.js';

export interface TailOptions extends ReadOptions {
  /** `true`: what is there, then what comes. `false`: what is published from the call on. */
  readonly fromBeginning: boolean;
  /** Ends the reading. */
  readonly signal: AbortSignal;
}

/**
 * Reads committed records until the signal comes, through outages.
 * @throws Error when the topic is not there, or Kafka cannot be reached at first
 */
export function tailTopic(
  kafka: KafkaClient,
  { fromBeginning, signal, ...options }: TailOptions,
): Promise<void> {
  return readOn(kafka, options, { from: fromBeginning ? 'beginning' : 'end', signal });
}

export interface ReadToEndOptions extends ReadOptions {
  /** Partition → offset to read up to. When absent, up to what is visible at the time of the call. */
  readonly end?: Offsets;
  /** Default 30,000. */
  readonly timeoutMs?: number;
}

/**
 * Reads the committed records of a topic from its beginning.
 * @throws Error when the topic is not there, or the time is over
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
