/** Lower bounds of the ends of a topic's partitions, as a session of the relay knows them. */
export class KnownEndOffsets {
  private readonly ends: number[];

  /** @param known by partition: what earlier sessions knew of it */
  constructor(known: readonly number[] = []) {
    this.ends = [...known];
  }

  /**
   * By partition: the lowest offset at which it can end. Only the first record of a written batch
   * counts: a batch is there as a whole or not at all.
   */
  get byPartition(): readonly number[] {
    return this.ends;
  }

  /**
   * @param written partition → offset of the first record of each batch that was written, in order
   * @returns false when one is before something that was written earlier: the topic has lost its end
   *   meanwhile, or is another one
   */
  note(written: ReadonlyMap<number, readonly number[]> = new Map()): boolean {
    let goesOn = true;
    for (const [partition, offsets] of written) {
      while (this.ends.length <= partition) this.ends.push(0);
      for (const offset of offsets) {
        goesOn &&= offset >= (this.ends[partition] ?? 0);
        this.ends[partition] = offset + 1;
      }
    }
    return goesOn;
  }
}
