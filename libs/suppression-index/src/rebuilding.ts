import type { FollowedTopic, FollowProgress } from '@lethe/messaging';
import type { SuppressionChange } from './read-suppression.js';
import type { AsciiChange } from './record-reader.js';
import { refuseFewerPartitions } from './lagging-metadata-error.js';
import { Replica } from './replica.js';
import type { Verdict } from './completeness.js';
import type { Lack } from './find-lack.js';
import type { SuppressionTable } from './table/suppression-table.js';

/** Reason why the index reads everything again. */
export type RestartReason =
  'topic-replaced' | 'partitions-changed' | 'position-lost' | 'away-too-long';

export interface ReplicationOptions {
  readonly openTransactionWaitMs: number;
  /**
   * Time in milliseconds for which the state of a replaced topic stays valid without a relay
   * record.
   */
  readonly keepReplacedMs: number;
  /** Decides whether a caught-up replica is complete. An incomplete replica answers no queries. */
  readonly judge: (replica: Replica) => Verdict;
  /** Called when a replica has caught up but is not complete. */
  readonly onLack: (lack: Lack) => void;
  readonly onRestart: (reason: RestartReason) => void;
  /** Called for each change of a replica that answers queries. */
  readonly onApplied?: (timestamp: number) => void;
  /** Called when a replica starts to answer queries. */
  readonly onServing: (replica: Replica) => void;
}

/** Maximum difference of the clocks of two machines. */
const CLOCKS_DIFFER_MS = 60_000;

/**
 * Manages the replica that answers queries, and the replica that follows the topic. Usually, one
 * replica does both. If the position no longer exists on the topic, or compaction may have removed
 * unread tombstones, a new and empty replica reads everything again. The old replica answers until
 * the new replica has caught up, so that no event of a suppressed user is forwarded.
 *
 * A recreated topic is empty at first, although no suppression was lifted. Records of the new topic
 * are newer than all records of the old topic, so they are also applied to the old replica. The old
 * replica answers until the relay record confirms that the new topic is complete. If no relay
 * record exists or is required, it answers for `keepReplacedMs`.
 */
export class Rebuilding {
  /** The replica that answers all queries. Undefined until a replica has caught up. */
  serving: Replica | undefined;
  private building: Replica | undefined;
  private hasLostPosition = false;
  /** The state of a replaced topic is kept until this time, in milliseconds since the epoch. */
  private keepUntil: number | undefined;
  private reportedLack: Lack | undefined;

  constructor(private readonly options: ReplicationOptions) {}

  /** The replica that follows the topic. */
  get current(): Replica | undefined {
    return this.building ?? this.serving;
  }

  get isRebuilding(): boolean {
    return this.serving !== undefined && this.building !== undefined;
  }

  /** Continues from a snapshot. Call it only before the first `begin`. */
  startFrom(replica: Replica): void {
    this.building = replica;
  }

  /** Records that the positions of the replica no longer exist on the topic. */
  losePosition(): void {
    this.hasLostPosition = true;
  }

  /**
   * Returns the replica that follows the topic from now on.
   * @param topic current description of the topic
   * @param maxAwayMs maximum time without contact. After a longer time, compaction may have removed
   * tombstones that were not read
   * @param now milliseconds since the epoch
   * @throws LaggingMetadataError if the same topic has fewer partitions than before; then ask the
   * brokers again
   */
  begin(topic: FollowedTopic, maxAwayMs: number, now: number): Replica {
    const { current } = this;
    if (current !== undefined) {
      refuseFewerPartitions(topic, current.identity.topicId, current.partitions.length);
    }
    const reason = current && this.restartReason(current, topic, maxAwayMs, now);
    if (current !== undefined && reason === undefined) return current;
    const { openTransactionWaitMs, keepReplacedMs, onRestart } = this.options;
    const fresh = new Replica(topic, { openTransactionWaitMs, now });
    this.building = fresh;
    this.hasLostPosition = false;
    if (reason === 'topic-replaced' && this.serving) this.keepUntil = now + keepReplacedMs;
    if (reason !== undefined) onRestart(reason);
    return fresh;
  }

  apply(change: SuppressionChange | AsciiChange, timestamp: number): void {
    const { current } = this;
    if (current === undefined) return;
    set(current.table, change);
    current.lastChangeAt = Math.max(current.lastChangeAt ?? 0, timestamp);
    current.changes += 1;
    if (!this.isRebuilding) {
      if (this.serving !== undefined) this.options.onApplied?.(timestamp);
      return;
    }
    // A record that was written after the rebuild began is newer than all records of the old
    // replica.
    const isNew = timestamp >= current.begunAt - CLOCKS_DIFFER_MS;
    if ((isNew || this.keepUntil !== undefined) && this.serving) set(this.serving.table, change);
  }

  /** @param now milliseconds since the epoch */
  noteProgress(partition: number, progress: FollowProgress, now: number): void {
    this.current?.noteProgress(partition, progress, now);
    const { building, keepUntil } = this;
    if (!building?.catchUp.isDone(now)) return;
    const verdict = this.options.judge(building);
    if (verdict === 'unconfirmed' || (verdict === 'unknown' && now < (keepUntil ?? 0))) return;
    const lack = verdict === 'complete' || verdict === 'unknown' ? undefined : verdict;
    if (lack !== undefined && lack !== this.reportedLack) this.options.onLack(lack);
    this.reportedLack = lack;
    if (lack !== undefined) return;
    this.serving = building;
    this.building = undefined;
    this.keepUntil = undefined;
    this.options.onServing(building);
  }

  private restartReason(
    { identity, partitions, asOf }: Replica,
    topic: FollowedTopic,
    maxAwayMs: number,
    now: number,
  ): RestartReason | undefined {
    if (differ(identity.clusterId, topic.clusterId)) return 'topic-replaced';
    if (differ(identity.topicId, topic.topicId)) return 'topic-replaced';
    if (partitions.length !== topic.partitions.length) return 'partitions-changed';
    if (this.hasLostPosition) return 'position-lost';
    return now - asOf > maxAwayMs ? 'away-too-long' : undefined;
  }
}

function set(table: SuppressionTable, change: SuppressionChange | AsciiChange): void {
  if ('bytes' in change) table.setAscii(change, change.state);
  else table.set(change.workspaceId, change.userId, change.state);
}

/** Returns whether both ids are known and differ. */
function differ(one: string | undefined, other: string | undefined): boolean {
  return one !== undefined && other !== undefined && one !== other;
}
