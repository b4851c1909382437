import { setTimeout as sleep } from 'node:timers/promises';
import { ClusterConnection } from '../kafkajs/cluster-connection.js';
import type { KafkaClient } from '../kafkajs/kafka-client.js';
import { followLeader } from './follow-leader.js';
import type { FollowedTopic, FollowOptions } from './follow-options.js';
import { describeTopic } from './topic-identity.js';

/** The topic was deleted and created again under the same name. */
class TopicReplacedError extends Error {
  override readonly name = 'TopicReplacedError';
}

/** The topic has new partitions, which are not followed yet. */
export class PartitionsAddedError extends Error {
  override readonly name = 'PartitionsAddedError';
}

const POLL_EVERY_MS = 5_000;

/**
 * Hands over the committed records of all partitions of a topic until the signal is aborted. The
 * records of each partition are handed over in sequence. This function uses no consumer group. So
 * it commits no offsets and needs no group permission. It opens one connection per leader, and
 * fetches the next answer while it processes an answer. It blocks the event loop for at most some
 * milliseconds at a time.
 *
 * The consumer of kafkajs is not suitable, because it knows a position only from the records in an
 * answer. If compaction has emptied all batches in an answer, the consumer makes no progress. If
 * compaction has removed the last records of a batch, the consumer moves by only one offset per
 * request. If aborted transactions overlap, the consumer hands over some of their records. The
 * reason is that it processes the transactions in the sequence of their ends.
 *
 * @throws OffsetOutOfRangeError, TopicReplacedError, PartitionsAddedError, or any other error. The
 * caller retries after each of these errors.
 */
export async function followTopic(kafka: KafkaClient, options: FollowOptions): Promise<void> {
  const { topic, signal, onBegin, pollEveryMs = POLL_EVERY_MS } = options;
  const connection = await ClusterConnection.open(kafka);
  const failed = new AbortController();
  const stop = AbortSignal.any([signal, failed.signal]);
  try {
    const leaders = await connection.findLeaders(topic);
    const partitions = [...leaders.values()].flat().sort((a, b) => a - b);
    const { identity, partitionCount } = await describeTopic(connection, topic);
    // The two answers can come from two brokers. The broker of the first answer may not know all
    // partitions yet.
    if (partitionCount > partitions.length) throw addedTo(topic, partitionCount, partitions);
    const startOffsets = await onBegin({ ...identity, partitions });
    if (signal.aborted) return;
    const oldest = await connection.firstOffsets(
      topic,
      partitions.filter((partition) => !startOffsets.has(partition)),
    );
    const begin = (partition: number): [number, number] => {
      return [partition, startOffsets.get(partition) ?? oldest.get(partition) ?? 0];
    };
    const work = Array.from(leaders, ([nodeId, ids]) =>
      followLeader(connection, nodeId, new Map(ids.map(begin)), options, stop),
    );
    work.push(watchTopic(connection, topic, { ...identity, partitions }, { pollEveryMs, stop }));
    // The first failure stops all work. No record is handed over after this function returns.
    try {
      await Promise.all(work);
    } finally {
      failed.abort();
      await Promise.allSettled(work);
    }
  } finally {
    await connection.close();
  }
}

/**
 * Throws an error if the topic was recreated or has new partitions. Fetched records do not show
 * these changes. A recreated topic can look like the old topic, and answers contain only the
 * requested partitions.
 */
async function watchTopic(
  connection: ClusterConnection,
  topic: string,
  { topicId, partitions }: FollowedTopic,
  { pollEveryMs, stop }: { readonly pollEveryMs: number; readonly stop: AbortSignal },
): Promise<void> {
  while (await waitUnlessStopped(pollEveryMs, stop)) {
    const { identity, partitionCount } = await describeTopic(connection, topic);
    const isKnown = topicId !== undefined && identity.topicId !== undefined;
    if (isKnown && identity.topicId !== topicId) {
      throw new TopicReplacedError(`Topic ${topic} was deleted and created again.`);
    }
    // Topics never lose partitions. A broker that reports fewer does not know all partitions yet.
    if (partitionCount <= partitions.length) continue;
    throw addedTo(topic, partitionCount, partitions);
  }
}

function addedTo(topic: string, count: number, known: readonly number[]): PartitionsAddedError {
  return new PartitionsAddedError(
    `Topic ${topic} has ${count} partitions now, instead of ${known.length}.`,
  );
}

/** Resolves to true after the time, or to false as soon as `stop` is aborted. */
function waitUnlessStopped(ms: number, stop: AbortSignal): Promise<boolean> {
  return sleep(ms, true, { signal: stop, ref: false }).catch(() => false);
}
