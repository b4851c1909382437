import type { FollowedTopic } from '@lethe/messaging';
import { refuseFewerPartitions } from '../lagging-metadata-error.js';
import type { SnapshotRefusal } from './snapshot-error.js';

/** Header of a snapshot file, with the topic and the positions in the topic. */
export interface SnapshotHeader {
  readonly topic: string;
  readonly clusterId: string | undefined;
  readonly topicId: string | undefined;
  /** For each partition, the offset before which everything is in the table. */
  readonly positions: ReadonlyMap<number, number>;
  /** Time up to which all visible records are known, in milliseconds since the epoch. */
  readonly asOf: number;
  readonly lastChangeAt: number | undefined;
}

export function encodeHeader(header: SnapshotHeader): string {
  return JSON.stringify({ ...header, positions: [...header.positions] });
}

/** @param text output of `encodeHeader`, verified by the checksum of the file */
export function decodeHeader(text: string): SnapshotHeader {
  const content = JSON.parse(text) as SnapshotHeader & {
    readonly positions: [number, number][];
  };
  return { ...content, positions: new Map(content.positions) };
}

/** Maximum difference of the clocks of two machines. */
const CLOCKS_DIFFER_MS = 5 * 60_000;

/**
 * Returns why a snapshot is not usable with the topic, or undefined if it is usable.
 * @param now.maxAgeMs maximum age of a snapshot, which is half of the time for which the topic
 * keeps tombstones
 * @throws LaggingMetadataError if a broker does not know all partitions yet; then ask again
 */
export function whyNotUsable(
  header: SnapshotHeader,
  topic: FollowedTopic & { readonly name: string },
  now: { readonly time: number; readonly maxAgeMs: number },
): SnapshotRefusal | undefined {
  if (header.topic !== topic.name) return 'other-topic';
  // Without ids, a topic that was recreated after the snapshot cannot be detected.
  if (topic.topicId === undefined || topic.clusterId === undefined) return 'topic-unknown';
  if (header.clusterId !== topic.clusterId) return 'other-cluster';
  if (header.topicId !== topic.topicId) return 'topic-replaced';
  const { positions, asOf } = header;
  refuseFewerPartitions(topic, header.topicId, positions.size);
  const isSame = topic.partitions.every((partition) => positions.has(partition));
  if (!isSame || positions.size !== topic.partitions.length) return 'partitions-changed';
  if (asOf > now.time + CLOCKS_DIFFER_MS) return 'from-the-future';
  return now.time - asOf > now.maxAgeMs ? 'too-old' : undefined;
}
