/**
 * The lowest offsets at which the partitions of a topic can end, as far as a session of the relay
 * knows.
 */
export class KnownEndOffsets {
  private readonly ends: number[];

  /** @param known the lowest end of each partition, known from earlier sessions */
  constructor(known: readonly number[] = []) {
    this.ends = [...known];
  }

  /**
   * The lowest offset at which each partition can end. Only the first record of a written batch
   * raises this offset. This is enough to notice the loss of a batch, because a batch exists
   * completely or not at all.
   */
  get byPartition(): readonly number[] {
    return this.ends;
  }

  /**
   * Adds written offsets.
   *
   * @param written partition → offset of the first record of each written batch, in the sequence of
   *   the writes
   * @returns false if an offset is lower than an earlier offset of its partition, because the topic
   *   lost its end or was recreated
   */
  note(written: ReadonlyMap<number, readonly number[]> = new Map()): boolean {
    let isContinuous = true;
    for (const [partition, offsets] of written) {
      while (this.ends.length <= partition) this.ends.push(0);
      for (const offset of offsets) {
        isContinuous &&= offset >= (this.ends[partition] ?? 0);
        this.ends[partition] = offset + 1;
      }
    }
    return isContinuous;
  }
}
