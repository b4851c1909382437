import type { FollowedTopic } from '@lethe/messaging';

/**
 * A broker reports fewer partitions of a topic than before. Topics never lose partitions, so this
 * broker does not know all partitions yet. Without the missing partitions, events of suppressed
 * users would be forwarded.
 */
export class LaggingMetadataError extends Error {
  override readonly name = 'LaggingMetadataError';

  constructor(found: number, known: number) {
    super(`A broker knows only ${found} of the ${known} partitions of the topic so far.`);
  }
}

/**
 * @param topicId id of the topic that had `known` partitions
 * @throws LaggingMetadataError if the same topic now has fewer partitions
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
