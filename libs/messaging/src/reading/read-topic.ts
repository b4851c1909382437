import { ClusterConnection } from '../kafkajs/cluster-connection.js';
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
  /**
   * If present, the end is that of all records at the time of the call, also of those in open
   * transactions. This is the time in milliseconds to wait for these transactions.
   */
  readonly openTransactionsMs?: number;
  /** Default 30,000. */
  readonly timeoutMs?: number;
}

/** A transaction stayed open, so records at the ends of some partitions could not be read. */
export class OpenTransactionError extends Error {
  override readonly name = 'OpenTransactionError';

  /** @param partitions the partitions that were not read to their ends */
  constructor(
    topic: string,
    readonly partitions: readonly number[],
  ) {
    super(`A transaction is open in ${topic}.`);
  }
}

/**
 * Reads the committed records of a topic from its beginning.
 * @throws Error if the topic does not exist, or at the timeout. OpenTransactionError with
 * `openTransactionsMs`
 */
export async function readTopicToEnd(
  kafka: KafkaClient,
  { end: given, openTransactionsMs, timeoutMs = 30_000, ...options }: ReadToEndOptions,
): Promise<void> {
  const done = new AbortController();
  const end = openTransactionsMs === undefined ? given : await endOffsets(kafka, options.topic);
  const stable = new Map<number, number>();
  let blockedSince: number | undefined;
  let open: readonly number[] = [];
  const reading = readOn(kafka, options, {
    from: 'beginning',
    signal: done.signal,
    onProgress: (position, visible, { partition: latest, lastStableOffset }) => {
      stable.set(latest, lastStableOffset);
      const positionOf = (partition: number) => position.get(partition) ?? 0;
      const unfinished = [...(end ?? visible)].filter(
        ([partition, offset]) => positionOf(partition) < offset,
      );
      if (unfinished.length === 0) done.abort();
      if (openTransactionsMs === undefined) return;
      const isBlocked = unfinished.every(
        ([partition]) => positionOf(partition) >= (stable.get(partition) ?? Infinity),
      );
      blockedSince = isBlocked ? (blockedSince ?? performance.now()) : undefined;
      if (blockedSince === undefined || performance.now() - blockedSince < openTransactionsMs)
        return;
      open = unfinished.map(([partition]) => partition);
      done.abort();
    },
  });
  await within(timeoutMs, `reading ${options.topic}`, reading).finally(() => {
    done.abort();
  });
  if (open.length > 0) throw new OpenTransactionError(options.topic, open);
}

async function endOffsets(kafka: KafkaClient, topic: string): Promise<Offsets> {
  const connection = await ClusterConnection.open(kafka);
  try {
    const leaders = await connection.findLeaders(topic);
    return await connection.endOffsets(topic, [...leaders.values()].flat());
  } finally {
    await connection.close();
  }
}
