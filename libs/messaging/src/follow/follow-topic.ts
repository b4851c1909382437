import { setTimeout as sleep } from 'node:timers/promises';
import { ClusterConnection } from '../kafkajs/cluster-connection.js';
import type { KafkaClient } from '../kafkajs/kafka-client.js';
import { followLeader } from './follow-leader.js';
import type { FollowedTopic, FollowOptions } from './follow-options.js';
import { describeTopic } from './topic-identity.js';

/** The name belongs to another topic than it did: deleted and created again. */
class TopicReplacedError extends Error {
  override readonly name = 'TopicReplacedError';
}

/** The topic has got more partitions, which are not followed yet. */
export class PartitionsAddedError extends Error {
  override readonly name = 'PartitionsAddedError';
}

const LOOK_EVERY_MS = 5_000;

/**
 * Hands over the committed records of all partitions of a topic, each partition's in order, and
 * goes on with what comes. It belongs to no consumer group, so nothing is committed and no group
 * has to be allowed. One connection to each leader; while one answer is worked on, the next one
 * comes. The event loop is never held for longer than some milliseconds.
 *
 * Not kafkajs' consumer: that knows a position only by the records in an answer. It stands still
 * before an answer of nothing but batches that compaction has emptied, goes one offset a request
 * through the gap at the end of a batch, and looks at the aborted transactions in the order in
 * which they ended, so that it lets some of their records through where several overlap.
 *
 * @returns after the signal
 * @throws OffsetOutOfRangeError, TopicReplacedError, PartitionsAddedError, or any other error: the caller tries again
 */
export async function followTopic(kafka: KafkaClient, options: FollowOptions): Promise<void> {
  const { topic, signal, onBegin, lookEveryMs = LOOK_EVERY_MS } = options;
  const connection = await ClusterConnection.open(kafka);
  const failed = new AbortController();
  const stop = AbortSignal.any([signal, failed.signal]);
  try {
    const leaders = await connection.findLeaders(topic);
    const partitions = [...leaders.values()].flat().sort((a, b) => a - b);
    const { identity, partitionCount } = await describeTopic(connection, topic);
    // Two brokers may have answered, and the first one may not have heard of all partitions yet.
    if (partitionCount > partitions.length) throw addedTo(topic, partitionCount, partitions);
    const given = await onBegin({ ...identity, partitions });
    if (signal.aborted) return;
    const oldest = await connection.firstOffsets(
      topic,
      partitions.filter((partition) => !given.has(partition)),
    );
    const begin = (partition: number): [number, number] => {
      return [partition, given.get(partition) ?? oldest.get(partition) ?? 0];
    };
    const work = Array.from(leaders, ([nodeId, ids]) =>
      followLeader(connection, nodeId, new Map(ids.map(begin)), options, stop),
    );
    work.push(watchTopic(connection, topic, { ...identity, partitions }, { lookEveryMs, stop }));
    // The first failure ends all of them; nothing is handed over after this returns.
    await Promise.all(work).finally(async () => {
      failed.abort();
      await Promise.allSettled(work);
    });
  } finally {
    await connection.close();
  }
}

/**
 * Sees what no answer with records shows: a topic that was deleted and created again can look like
 * the old one that goes on, and new partitions appear in no answer unless asked for.
 */
async function watchTopic(
  connection: ClusterConnection,
  topic: string,
  { topicId, partitions }: FollowedTopic,
  { lookEveryMs, stop }: { readonly lookEveryMs: number; readonly stop: AbortSignal },
): Promise<void> {
  while (await passes(lookEveryMs, stop)) {
    const { identity, partitionCount } = await describeTopic(connection, topic);
    const isKnown = topicId !== undefined && identity.topicId !== undefined;
    if (isKnown && identity.topicId !== topicId) {
      throw new TopicReplacedError(`Topic ${topic} was deleted and created again.`);
    }
    // Partitions are never taken away: a broker that reports fewer has not heard of all yet.
    if (partitionCount <= partitions.length) continue;
    throw addedTo(topic, partitionCount, partitions);
  }
}

function addedTo(topic: string, count: number, known: readonly number[]): PartitionsAddedError {
  return new PartitionsAddedError(
    `Topic ${topic} has ${count} partitions now, not ${known.length}.`,
  );
}

/** @returns whether the time has passed; false when the signal came first */
function passes(ms: number, stop: AbortSignal): Promise<boolean> {
  return sleep(ms, true, { signal: stop, ref: false }).catch(() => false);
}
