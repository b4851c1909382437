import type { TopicExtent } from '@lethe/messaging';

/**
 * Why what was told is not, or not all, on a topic.
 * - `unknown-place`: nobody knows where it was told: never yet, before an upgrade, or somebody asked
 *   for everything
 * - `another-cluster`, `another-topic`: the topic was deleted and created again, or the brokers are
 *   others
 * - `lost-its-end`: the topic ends before what was written
 * - `lost-its-beginning`: records were deleted; compaction leaves the first offset as it is
 */
export type TellAgainReason =
  'unknown-place' | 'another-cluster' | 'another-topic' | 'lost-its-end' | 'lost-its-beginning';

/**
 * Whether everything has to be told again. Records are never counted: compaction takes them away.
 * Partitions that are not among both are passed over: a broker may not have heard of all yet.
 *
 * @param told where it was told, and how far that topic went at least
 * @param found what the topic is now, asked for later
 */
export function whyTellAgain(
  told: TopicExtent | undefined,
  found: TopicExtent,
): TellAgainReason | undefined {
  if (told === undefined) return 'unknown-place';
  if (told.clusterId !== found.clusterId) return 'another-cluster';
  // Brokers that are too old do not tell the ids of topics.
  const areKnown = told.topicId !== undefined && found.topicId !== undefined;
  if (areKnown && told.topicId !== found.topicId) return 'another-topic';
  if (found.ends.some((end, partition) => end < (told.ends[partition] ?? 0))) return 'lost-its-end';
  if (found.starts.some((start, partition) => start > (told.starts[partition] ?? 0))) {
    return 'lost-its-beginning';
  }
  return undefined;
}
