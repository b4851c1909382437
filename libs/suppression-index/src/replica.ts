import type { FollowedTopic, FollowProgress, TopicIdentity } from '@lethe/messaging';
import { CatchUp } from './catch-up.js';
import { SuppressionTable } from './table/suppression-table.js';

/**
 * A table of suppressions, with the topic that it was read from and the positions reached there.
 */
export class Replica {
  readonly table: SuppressionTable;
  readonly identity: TopicIdentity;
  readonly partitions: readonly number[];
  /** Partition → everything before this offset is in the table. */
  readonly positions: Map<number, number>;
  readonly catchUp: CatchUp;
  /** Time of the newest record, in milliseconds since the epoch. */
  lastChangeAt: number | undefined;
  /** Changes applied since this replica was made. */
  changes = 0;
  /** Unreadable records met since this replica was made. */
  unreadable = 0;
  readonly isFromSnapshot: boolean;
  /** When the reading into this replica began, in milliseconds since the epoch. */
  readonly begunAt: number;

  /** Partition → when nothing visible was behind its position, in milliseconds since the epoch. */
  private readonly trueAt: Map<number, number>;

  /**
   * @param from an existing table with its positions (a snapshot); without it the replica begins
   * empty
   */
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
    this.trueAt = new Map(topic.partitions.map((partition) => [partition, asOf]));
  }

  /** When nothing visible was behind the positions, in milliseconds since the epoch. */
  get asOf(): number {
    return Math.min(...this.trueAt.values());
  }

  noteProgress(partition: number, progress: FollowProgress, now: number): void {
    this.positions.set(partition, progress.position);
    this.catchUp.note(partition, progress, now);
    // Only at the end: unread tombstones behind the position may be about to be compacted away.
    if (progress.position >= progress.lastStableOffset) this.trueAt.set(partition, now);
  }
}
