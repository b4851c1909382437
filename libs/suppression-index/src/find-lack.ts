import type { RelayRecord } from '@lethe/contracts';
import type { Replica } from './replica.js';

/**
 * Reason why an index that has read to the end must not answer yet.
 * - `record`: no relay record exists, or the relay is publishing everything again
 * - `topic`: the relay published to a topic with a different id
 * - `records`: the topic begins after the start offsets of the relay record, or the part that was
 * read ends before the end offsets
 * - `users`: at exactly the end offsets, fewer users are suppressed than the relay record states
 */
export type Lack = 'record' | 'topic' | 'records' | 'users';

/**
 * Compares a replica with the relay record. Users are compared only at exactly the end offsets,
 * because later records can lift suppressions.
 *
 * @param replica caught-up replica
 * @param now milliseconds since the epoch
 * @returns undefined if the replica is complete
 */
export function findLack(
  replica: Replica,
  record: RelayRecord | undefined,
  now: number,
): Lack | undefined {
  if (record === undefined) return 'record';
  const { topicId } = replica.identity;
  const areKnown = topicId !== undefined && record.topicId !== null;
  if (areKnown && topicId !== record.topicId) return 'topic';
  const { startOffsets = [], endOffsets, liveKeys } = record;
  if (!startOffsets.every((start, id) => replica.catchUp.hasFrom(id, start))) return 'records';
  if (!endOffsets.every((end, id) => replica.catchUp.knows(id, end, now))) return 'records';
  const isAtEndOffsets = endOffsets.every((end, id) => replica.positions.get(id) === end);
  const known = replica.table.size + replica.unreadable;
  return isAtEndOffsets && !replica.isFromSnapshot && known < liveKeys ? 'users' : undefined;
}
