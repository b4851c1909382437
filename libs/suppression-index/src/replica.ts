import type { FollowedTopic, FollowProgress, TopicIdentity } from '@lethe/messaging';
import { CatchUp } from './catch-up.js';
import { SuppressionTable } from './table/suppression-table.js';

/** A table of suppressions, with its topic and the positions in the topic. */
export class Replica {
  readonly table: SuppressionTable;
  readonly identity: TopicIdentity;
  readonly partitions: readonly number[];
  /** For each partition, the offset before which everything is in the table. */
  readonly positions: Map<number, number>;
  readonly catchUp: CatchUp;
  /** Time of the newest record, in milliseconds since the epoch. */
  lastChangeAt: number | undefined;
  changes = 0;
  unreadable = 0;
  readonly isFromSnapshot: boolean;
  /** Time at which the reading began, in milliseconds since the epoch. */
  readonly begunAt: number;

  /**
   * For each partition, the latest time at which all visible records were read, in milliseconds
   * since the epoch.
   */
  private readonly caughtUpAt: Map<number, number>;

  /** @param from the table and positions of a snapshot; if absent, the replica is empty */
  constructor(
    topic: FollowedTopic,
    options: { readonly openTransactionWaitMs: number; readonly now: number },
    from?: {
      readonly table: SuppressionTable;
      readonly positions: ReadonlyMap<number, number>;
      readonly lastChangeAt: number | undefined;
      readonly asOf: number;
    },
  ) {
    this.isFromSnapshot = from !== undefined;
    this.begunAt = options.now;
    this.identity = topic;
    this.partitions = topic.partitions;
    this.catchUp = new CatchUp(topic.partitions, options.openTransactionWaitMs);
    this.table = from?.table ?? new SuppressionTable();
    this.positions = new Map(from?.positions);
    this.lastChangeAt = from?.lastChangeAt;
    const asOf = from?.asOf ?? options.now;
    this.caughtUpAt = new Map(topic.partitions.map((partition) => [partition, asOf]));
  }

  /** Time up to which all visible records are known, in milliseconds since the epoch. */
  get asOf(): number {
    return Math.min(...this.caughtUpAt.values());
  }

  noteProgress(partition: number, progress: FollowProgress, now: number): void {
    this.positions.set(partition, progress.position);
    this.catchUp.note(partition, progress, now);
    // Sets the time only at the end, because compaction can remove unread tombstones before the
    // end.
    if (progress.position >= progress.lastStableOffset) this.caughtUpAt.set(partition, now);
  }
}
