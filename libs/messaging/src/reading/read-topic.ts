import type { KafkaClient } from '../kafkajs/kafka-client.js';
import { readRecords, type Offsets, type ReadOptions } from '../kafkajs/read-records.js';
import { within } from '../kafkajs/within.js';

export interface TailOptions extends ReadOptions {
  /** `true`: what is there, then what comes. `false`: what is published from the call on. */
  readonly fromBeginning: boolean;
  /** Ends the reading. */
  readonly signal: AbortSignal;
}

/**
 * Reads committed records until the signal comes. Disturbs nobody: a consumer group of its own,
 * without commits, removed afterwards where that is allowed.
 * @throws Error when the topic is not there, or Kafka is gone for longer than the client retries
 */
export async function tailTopic(kafka: KafkaClient, options: TailOptions): Promise<void> {
  const { fromBeginning, signal } = options;
  await readRecords(kafka, options, {
    start: fromBeginning ? 'low' : 'high',
    isDone: () => signal.aborted,
    signal,
  });
}

export interface ReadToEndOptions extends ReadOptions {
  /** Partition → offset to read up to. When absent, up to what is visible at the time of the call. */
  readonly end?: ReadonlyMap<number, bigint>;
  /** Default 30,000. */
  readonly timeoutMs?: number;
}

/**
 * Reads the committed records of a topic from its beginning.
 * @throws Error when the topic is not there, or the time is over
 */
export async function readTopicToEnd(kafka: KafkaClient, options: ReadToEndOptions): Promise<void> {
  const isDone = (position: Offsets, visible: Offsets): boolean => {
    return [...(options.end ?? visible)].every(
      ([partition, offset]) => (position.get(partition) ?? 0n) >= offset,
    );
  };
  const late = new AbortController();
  const reading = readRecords(kafka, options, { start: 'low', isDone, signal: late.signal });
  await within(options.timeoutMs ?? 30_000, `reading ${options.topic}`, reading).finally(() => {
    late.abort();
  });
}
