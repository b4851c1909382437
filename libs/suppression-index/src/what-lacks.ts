import type { RelayRecord } from '@lethe/contracts/events';
import type { Replica } from './replica.js';

/**
 * What lacks until an index may answer.
 * - `record`: no relay has said yet how much there is to know, or all is being told again
 * - `topic`: the relay has told it on another topic than this one
 * - `records`: this topic, or what was read of it, does not go as far as the relay has told, or begins
 *   later
 * - `users`: at the same offsets there were more users with a suppression
 */
export type Lack = 'record' | 'topic' | 'records' | 'users';

/**
 * Holds what was read against what the relay says. Users are compared at exactly the offsets that it
 * names: behind them they may be fewer, as some were lifted.
 *
 * @param replica caught up
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
