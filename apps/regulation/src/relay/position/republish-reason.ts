import type { TopicExtent } from '@lethe/messaging';

/**
 * The reason why a topic lacks published records.
 * - `unknown-place`: the topic of the published records is unknown. Either nothing was published
 *   yet, or a new epoch began without a topic, see `republishAll`
 * - `another-cluster`, `another-topic`: the topic was recreated, or the brokers were replaced
 * - `lost-its-end`: the topic ends before written records
 * - `lost-its-beginning`: the first offset moved, so records were deleted (compaction does not move
 *   the first offset)
 */
export type RepublishReason =
  'unknown-place' | 'another-cluster' | 'another-topic' | 'lost-its-end' | 'lost-its-beginning';

/**
 * Returns the reason to publish all suppressions again, if there is one. Does not compare numbers
 * of records, because compaction removes records. Skips partitions that only one of the two topics
 * has, because a broker may not know all partitions yet.
 *
 * @param published the topic of the published records, with the lowest offsets at which it can end
 * @param found the same topic, read later
 */
export function republishReason(
  published: TopicExtent | undefined,
  found: TopicExtent,
): RepublishReason | undefined {
  if (published === undefined) return 'unknown-place';
  if (published.clusterId !== found.clusterId) return 'another-cluster';
  // Old brokers do not send the ids of topics.
  const areKnown = published.topicId !== undefined && found.topicId !== undefined;
  if (areKnown && published.topicId !== found.topicId) return 'another-topic';
  if (found.ends.some((end, partition) => end < (published.ends[partition] ?? 0)))
    return 'lost-its-end';
  if (found.starts.some((start, partition) => start > (published.starts[partition] ?? 0))) {
    return 'lost-its-beginning';
  }
  return undefined;
}
