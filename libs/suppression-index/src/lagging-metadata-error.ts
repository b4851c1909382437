import type { FollowedTopic } from '@lethe/messaging';

/**
 * A broker says that a topic has fewer partitions than it had before. Partitions are never taken
 * away, so this broker has not heard of all of them yet: without the records of the others,
 * suppressed users would be let through.
 */
export class LaggingMetadataError extends Error {
  override readonly name = 'LaggingMetadataError';

  constructor(found: number, known: number) {
    super(`A broker knows ${found} of the topic's ${known} partitions as yet.`);
  }
}

/**
 * @param topicId of the topic that had so many partitions
 * @throws LaggingMetadataError when it is the same topic, and now has fewer
 */
export function refuseFewerPartitions(
  found: FollowedTopic,
  topicId: string | undefined,
  known: number,
): void {
  const isSame = topicId !== undefined && topicId === found.topicId;
  const { length } = found.partitions;
  if (isSame && length < known) throw new LaggingMetadataError(length, known);
}
