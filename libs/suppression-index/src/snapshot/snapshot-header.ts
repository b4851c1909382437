import type { FollowedTopic } from '@lethe/messaging';
import { refuseFewerPartitions } from '../lagging-metadata-error.js';
import type { SnapshotRefusal } from './snapshot-error.js';

/** What a snapshot file says in front of the table: from which topic it was made, and how far. */
export interface SnapshotHeader {
  readonly topic: string;
  readonly clusterId: string | undefined;
  readonly topicId: string | undefined;
  /** Partition → everything before this offset is in the table. */
  readonly positions: ReadonlyMap<number, number>;
  /** When the topic had nothing visible behind the positions, in milliseconds since the epoch. */
  readonly asOf: number;
  readonly lastChangeAt: number | undefined;
}

export function encodeHeader(header: SnapshotHeader): string {
  return JSON.stringify({ ...header, positions: [...header.positions] });
}

/** @param text as `encodeHeader` wrote it: the checksum of the file says so */
export function decodeHeader(text: string): SnapshotHeader {
  const content = JSON.parse(text) as SnapshotHeader & {
    readonly positions: [number, number][];
  };
  return { ...content, positions: new Map(content.positions) };
}

/** Clocks of two machines differ by less. */
const CLOCKS_DIFFER_MS = 5 * 60_000;

/**
 * Whether the topic can be followed on from a snapshot.
 * @param now.maxAgeMs oldest usable snapshot: half of the time for which the topic keeps tombstones
 * @returns why not; undefined when the snapshot can be used
 * @throws LaggingMetadataError when a broker does not know all partitions yet: ask again
 */
export function whyNotUsable(
  header: SnapshotHeader,
  topic: FollowedTopic & { readonly name: string },
  now: { readonly time: number; readonly maxAgeMs: number },
): SnapshotRefusal | undefined {
  if (header.topic !== topic.name) return 'other-topic';
  // Without ids it is unknown whether the topic was replaced while this process was away.
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
