import type { FollowedTopic, FollowProgress } from '@lethe/messaging';
import type { SuppressionChange } from './read-suppression.js';
import { refuseFewerPartitions } from './lagging-metadata-error.js';
import { Replica } from './replica.js';
import type { Verdict } from './completeness.js';
import type { Lack } from './what-lacks.js';

/** Why everything is read again from the beginning. */
export type RestartReason =
  'topic-replaced' | 'partitions-changed' | 'position-lost' | 'away-too-long';

export interface ReplicationOptions {
  /** See `CatchUp`. */
  readonly openTransactionWaitMs: number;
  /**
   * How long the state of a replaced topic still counts when no relay's record says how much there
   * is to know, in milliseconds.
   */
  readonly keepReplacedMs: number;
  /** Whether a replica that has caught up knows everything; until then it answers no lookups. */
  readonly judge: (replica: Replica) => Verdict;
  /** Called when a replica has caught up but does not know everything. */
  readonly onLack: (lack: Lack) => void;
  readonly onRestart: (reason: RestartReason) => void;
  /** Called for each change of a replica that answers lookups. */
  readonly onApplied?: (timestamp: number) => void;
  /** Called when a replica has caught up and answers lookups from now on. */
  readonly onServing: (replica: Replica) => void;
}

/** Clocks of two machines differ by less. */
const CLOCKS_DIFFER_MS = 60_000;

/**
 * Which replica answers lookups, and which one is being built. As long as the same topic can be
 * followed on, they are the same one. When it cannot (the position is gone, or tombstones may have
 * been compacted away unseen), everything is read again into an empty replica, while the old one
 * answers: no suppressed user is let through until the new one has caught up.
 *
 * A topic that was deleted and created again is empty at first, although no suppression was lifted.
 * Its records are newer than all of the old topic's, so they are put into the old replica as well,
 * which answers for a while longer: until the relay's record says that the new topic is filled
 * again.
 */
export class Rebuilding {
  /** Answers all lookups; undefined until a replica has caught up for the first time. */
  serving: Replica | undefined;
  private building: Replica | undefined;
  private hasLostPosition = false;
  /** Milliseconds since the epoch; while a replaced topic's state is kept. */
  private keepUntil: number | undefined;
  private lackTold: Lack | undefined;

  constructor(private readonly options: ReplicationOptions) {}

  /** The replica that follows the topic. */
  get current(): Replica | undefined {
    return this.building ?? this.serving;
  }

  get isRebuilding(): boolean {
    return this.serving !== undefined && this.building !== undefined;
  }

  /** A replica from a snapshot, to go on with. Only before the first `begin`. */
  startFrom(replica: Replica): void {
    this.building = replica;
  }

  /** Notes that the topic no longer has the replica's positions. */
  losePosition(): void {
    this.hasLostPosition = true;
  }

  /**
   * @param topic what was found now
   * @param maxAwayMs longest time without contact after which no tombstone can have been missed
   * @param now milliseconds since the epoch
   * @returns the replica to go on with
   * @throws LaggingMetadataError when the same topic has fewer partitions than before: ask the
   * brokers again
   */
  begin(topic: FollowedTopic, maxAwayMs: number, now: number): Replica {
    const { current } = this;
    if (current !== undefined) {
      refuseFewerPartitions(topic, current.identity.topicId, current.partitions.length);
    }
    const reason = current && this.whyNotGoOn(current, topic, maxAwayMs, now);
    if (current !== undefined && reason === undefined) return current;
    const { openTransactionWaitMs, keepReplacedMs, onRestart } = this.options;
    const fresh = new Replica(topic, { openTransactionWaitMs, now });
    this.building = fresh;
    this.hasLostPosition = false;
    if (reason === 'topic-replaced' && this.serving) this.keepUntil = now + keepReplacedMs;
    if (reason !== undefined) onRestart(reason);
    return fresh;
  }

  apply({ workspaceId, userId, state }: SuppressionChange, timestamp: number): void {
    const { current } = this;
    if (current === undefined) return;
    current.table.set(workspaceId, userId, state);
    current.lastChangeAt = Math.max(current.lastChangeAt ?? 0, timestamp);
    current.changes += 1;
    if (!this.isRebuilding) {
      if (this.serving !== undefined) this.options.onApplied?.(timestamp);
      return;
    }
    // Written since the rebuilding began, so newer than all that the old replica knows.
    const isNew = timestamp >= current.begunAt - CLOCKS_DIFFER_MS;
    if (isNew || this.keepUntil !== undefined) this.serving?.table.set(workspaceId, userId, state);
  }

  /** @param now milliseconds since the epoch */
  noteProgress(partition: number, progress: FollowProgress, now: number): void {
    this.current?.noteProgress(partition, progress, now);
    const { building, keepUntil } = this;
    if (!building?.catchUp.isDone(now)) return;
    const verdict = this.options.judge(building);
    if (verdict === 'unconfirmed' || (verdict === 'unknown' && now < (keepUntil ?? 0))) return;
    const lack = verdict === 'complete' || verdict === 'unknown' ? undefined : verdict;
    if (lack !== undefined && lack !== this.lackTold) this.options.onLack(lack);
    this.lackTold = lack;
    if (lack !== undefined) return;
    this.serving = building;
    this.building = undefined;
    this.keepUntil = undefined;
    this.options.onServing(building);
  }

  private whyNotGoOn(
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

/** Whether both ids are known and differ. */
function differ(one: string | undefined, other: string | undefined): boolean {
  return one !== undefined && other !== undefined && one !== other;
}
