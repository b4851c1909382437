import type { FollowProgress } from '@lethe/messaging';

/** How far a partition was read, and how far it goes. */
type Place = Omit<FollowProgress, 'askedAt'>;

interface Partition {
  /**
   * End of the partition when the reading began: all before it must be read before any user is let
   * through.
   */
  readonly target: number;
  progress: Place;
  /** Milliseconds since the epoch at which the reading came to the present `lastStableOffset`. */
  stuckSince: number | undefined;
}

/**
 * Whether everything is known that was on a topic when the reading began.
 *
 * The position counts, not the last record: markers, aborted records and what compaction takes away
 * have offsets, but are never handed over. The target is the high watermark and not the last stable
 * offset: a commit is answered before its marker makes the records visible, and a committed
 * suppression may also lie behind somebody else's open transaction. That ends, but possibly late or
 * (a hanging one) never; so after `openTransactionWaitMs` before the same open transaction, what is
 * visible is taken for all.
 */
export class CatchUp {
  private readonly partitions = new Map<number, Partition>();

  /**
   * @param ids all partitions of the topic
   * @param openTransactionWaitMs longest time to wait before one open transaction
   */
  constructor(
    private readonly ids: readonly number[],
    private readonly openTransactionWaitMs: number,
  ) {}

  /** @param now milliseconds since the epoch */
  note(id: number, progress: Place, now: number): void {
    const known = this.partitions.get(id);
    const partition = known ?? { target: progress.end, progress, stuckSince: undefined };
    const isStuck = progress.position >= progress.lastStableOffset;
    const sameAsBefore = partition.progress.lastStableOffset === progress.lastStableOffset;
    if (!isStuck) partition.stuckSince = undefined;
    else if (!sameAsBefore) partition.stuckSince = now;
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
   * Whether everything before an offset is known. It also counts as known when the topic goes that
   * far, but an open transaction has hidden the rest for `openTransactionWaitMs`.
   */
  knows(id: number, offset: number, now: number): boolean {
    const partition = this.partitions.get(id);
    if (partition === undefined) return false;
    const { position, end } = partition.progress;
    return position >= offset || (end >= offset && this.hasWaited(partition, now));
  }

  /** Whether nothing was deleted from an offset on. */
  hasFrom(id: number, offset: number): boolean {
    return (this.partitions.get(id)?.progress.start ?? 0) <= offset;
  }

  /** Partitions that are before their target and wait for somebody's transaction to end. */
  get waiting(): number[] {
    return this.ids.filter((id) => {
      const partition = this.partitions.get(id);
      return partition?.stuckSince !== undefined && !hasReached(partition);
    });
  }

  /**
   * Records (and markers) between the positions and the ends of the partitions, as the brokers
   * reported them last; undefined until they have reported on every partition.
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
