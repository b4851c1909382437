import type { FollowProgress } from '@lethe/messaging';

/** Position and end of a partition. */
type Extent = Omit<FollowProgress, 'requestedAt'>;

interface Partition {
  /**
   * End of the partition when the reading began. All records before this end must be read before
   * any event is forwarded.
   */
  readonly target: number;
  progress: Extent;
  /** Time at which the position reached `lastStableOffset`, in milliseconds since the epoch. */
  stuckSince: number | undefined;
}

/**
 * Tracks whether a reader knows everything that was on a topic when the reading began.
 *
 * It compares positions and does not count records, because markers and aborted or compacted
 * records have offsets, but are never handed over.
 *
 * The target is the high watermark, not the last stable offset. Kafka confirms a commit before the
 * marker makes the records visible. A committed suppression can also follow an open transaction of
 * another producer. Such a transaction can end late, or never if it hangs. After
 * `openTransactionWaitMs` at the same open transaction, the visible records are treated as
 * complete.
 */
export class CatchUp {
  private readonly partitions = new Map<number, Partition>();

  /**
   * @param ids all partitions of the topic
   * @param openTransactionWaitMs maximum wait at one open transaction, in milliseconds
   */
  constructor(
    private readonly ids: readonly number[],
    private readonly openTransactionWaitMs: number,
  ) {}

  /** @param now milliseconds since the epoch */
  note(id: number, progress: Extent, now: number): void {
    const known = this.partitions.get(id);
    const partition = known ?? { target: progress.end, progress, stuckSince: undefined };
    const isStuck = progress.position >= progress.lastStableOffset;
    const isUnchanged = partition.progress.lastStableOffset === progress.lastStableOffset;
    if (!isStuck) partition.stuckSince = undefined;
    else if (!isUnchanged) partition.stuckSince = now;
    else partition.stuckSince ??= now;
    partition.progress = progress;
    if (known === undefined) this.partitions.set(id, partition);
  }

  isDone(now: number): boolean {
    return this.ids.every((id) => {
      const partition = this.partitions.get(id);
      return partition !== undefined && (hasReached(partition) || this.hasWaited(partition, now));
    });
  }

  /**
   * Returns whether the reader knows everything before an offset. Also returns true if the topic
   * reaches the offset, but an open transaction has hidden the last records for
   * `openTransactionWaitMs`.
   */
  knows(id: number, offset: number, now: number): boolean {
    const partition = this.partitions.get(id);
    if (partition === undefined) return false;
    const { position, end } = partition.progress;
    return position >= offset || (end >= offset && this.hasWaited(partition, now));
  }

  /** Returns whether the retention of the topic has deleted no record at or after an offset. */
  hasFrom(id: number, offset: number): boolean {
    return (this.partitions.get(id)?.progress.start ?? 0) <= offset;
  }

  /**
   * Partitions whose position is before their target, and that wait for the end of an open
   * transaction.
   */
  get waiting(): number[] {
    return this.ids.filter((id) => {
      const partition = this.partitions.get(id);
      return partition?.stuckSince !== undefined && !hasReached(partition);
    });
  }

  /**
   * Number of records and markers between the positions and the ends of the partitions, from the
   * latest reports. Undefined until all partitions have reported.
   */
  get lag(): number | undefined {
    if (this.partitions.size < this.ids.length) return undefined;
    let lag = 0;
    for (const { progress } of this.partitions.values()) {
      lag += Math.max(0, progress.end - progress.position);
    }
    return lag;
  }

  private hasWaited({ stuckSince }: Partition, now: number): boolean {
    return stuckSince !== undefined && now - stuckSince >= this.openTransactionWaitMs;
  }
}

function hasReached({ target, progress }: Partition): boolean {
  return progress.position >= target;
}
