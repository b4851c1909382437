import type { TopicExtent } from '@lethe/messaging';

/**
 * Why a topic does not hold everything that was published.
 * - `unknown-place`: it is not known which topic was published to: nothing was published yet, or
 *   an operator asked for everything
 * - `another-cluster`, `another-topic`: the topic was deleted and created again, or the brokers are
 *   others
 * - `lost-its-end`: the topic ends before records that were written
 * - `lost-its-beginning`: the first offset moved, so records were deleted (compaction does not move
 *   it)
 */
export type RepublishReason =
  'unknown-place' | 'another-cluster' | 'another-topic' | 'lost-its-end' | 'lost-its-beginning';

/**
 * Whether everything has to be published again. Records are never counted: compaction takes them
 * away. Partitions that are in only one of both are passed over: a broker may not have heard of all
 * yet.
 *
 * @param told the topic that was published to, and how far it went at least
 * @param found what the topic is now, asked for later
 */
export function republishReason(
  told: TopicExtent | undefined,
  found: TopicExtent,
): RepublishReason | undefined {
  if (told === undefined) return 'unknown-place';
  if (told.clusterId !== found.clusterId) return 'another-cluster';
  // Old brokers do not send the ids of topics.
  const areKnown = told.topicId !== undefined && found.topicId !== undefined;
  if (areKnown && told.topicId !== found.topicId) return 'another-topic';
  if (found.ends.some((end, partition) => end < (told.ends[partition] ?? 0))) return 'lost-its-end';
  if (found.starts.some((start, partition) => start > (told.starts[partition] ?? 0))) {
    return 'lost-its-beginning';
  }
  return undefined;
}
