import type { RelayRecord } from '@lethe/contracts';
import type { Replica } from './replica.js';

/**
 * Why an index that has read to the end may not answer yet.
 * - `record`: there is no relay's record of how much there is to know, or the relay is publishing
 *   everything again
 * - `topic`: the relay published to another topic than the one that was read (the ids differ)
 * - `records`: the topic, or what was read of it, ends earlier or begins later than the relay's
 *   record says
 * - `users`: at exactly the offsets of the relay's record, fewer users are suppressed than the
 *   record says
 */
export type Lack = 'record' | 'topic' | 'records' | 'users';

/**
 * Compares a replica with the relay's record. Users are counted at exactly the offsets that the
 * record names: behind them there may be fewer, as some suppressions were lifted.
 *
 * @param replica that has caught up
 * @param now milliseconds since the epoch
 * @returns undefined when everything is there
 */
export function whatLacks(
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
  const isThere = endOffsets.every((end, id) => replica.positions.get(id) === end);
  const known = replica.table.size + replica.unreadable;
  return isThere && !replica.isFromSnapshot && known < liveKeys ? 'users' : undefined;
}
