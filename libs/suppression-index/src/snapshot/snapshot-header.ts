import type { FollowedTopic } from '@lethe/messaging';
import { crc32 } from 'node:zlib';
import { refuseFewerPartitions } from '../lagging-metadata-error.js';

/**
 * Header of a snapshot file: from which topic it was made, and how far. The table, with checksums
 * of its own, follows it.
 */
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

const MAGIC = Buffer.from('LETHEIDX', 'latin1');
const VERSION = 1;
/** Magic, version, length of the JSON, CRC-32 of the JSON; numbers little-endian. */
export const PREFIX_BYTES = 20;
/** A header has some tens of bytes a partition. */
export const MAX_HEADER_BYTES = 1024 * 1024;

export function encodeHeader(header: SnapshotHeader): Buffer {
  const json = Buffer.from(JSON.stringify({ ...header, positions: [...header.positions] }));
  const prefix = Buffer.alloc(PREFIX_BYTES);
  prefix.set(MAGIC);
  prefix.writeUInt32LE(VERSION, 8);
  prefix.writeUInt32LE(json.length, 12);
  prefix.writeUInt32LE(crc32(json), 16);
  return Buffer.concat([prefix, json]);
}

/**
 * @returns the bytes of JSON that follow; undefined when it is no snapshot, or of a version that
 * this code does not read
 */
export function headerLength(prefix: Buffer): number | undefined {
  if (prefix.length < PREFIX_BYTES || !prefix.subarray(0, MAGIC.length).equals(MAGIC)) {
    return undefined;
  }
  const length = prefix.readUInt32LE(12);
  return prefix.readUInt32LE(8) === VERSION && length <= MAX_HEADER_BYTES ? length : undefined;
}

/** @returns undefined when it is damaged */
export function decodeHeader(prefix: Buffer, json: Buffer): SnapshotHeader | undefined {
  if (json.length !== headerLength(prefix) || crc32(json) !== prefix.readUInt32LE(16)) {
    return undefined;
  }
  // The checksum is right, so the JSON is what `encodeHeader` wrote.
  const content = JSON.parse(json.toString()) as SnapshotHeader & {
    readonly positions: [number, number][];
  };
  return { ...content, positions: new Map(content.positions) };
}

/** Why a snapshot is not used. */
export type SnapshotRefusal =
  | 'other-topic'
  | 'other-cluster'
  | 'topic-replaced'
  | 'topic-unknown'
  | 'partitions-changed'
  | 'too-old'
  | 'from-the-future'
  | 'damaged';

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
