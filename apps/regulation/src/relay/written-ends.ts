/** How far a session of the relay has written in a topic. */
export class WrittenEnds {
  private readonly ends: number[] = [];

  /**
   * By partition: the topic goes at least so far. What a write adds behind its first record does not
   * count: a batch is there as a whole or not at all.
   */
  get byPartition(): readonly number[] {
    return this.ends;
  }

  /**
   * @param written partition → offset of the first record of what was written last
   * @returns false when that is before something that was written earlier: the topic has lost its end
   *   meanwhile, or is another one
   */
  note(written: ReadonlyMap<number, number> = new Map()): boolean {
    let goesOn = true;
    for (const [partition, offset] of written) {
      while (this.ends.length <= partition) this.ends.push(0);
      goesOn &&= offset >= (this.ends[partition] ?? 0);
      this.ends[partition] = offset + 1;
    }
    return goesOn;
  }
}
