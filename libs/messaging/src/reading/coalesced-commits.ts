/** Partition → the offset to go on from, as kafkajs writes it. */
export type CommitOffsets = ReadonlyMap<number, string>;

interface Round {
  readonly offsets: Map<number, string>;
  readonly done: Promise<void>;
}

/**
 * Commits offsets with one request at a time; what is asked for meanwhile shares the next one. The
 * broker works requests of a connection off one after the other and takes 6 ms for a commit, so a
 * commit for each record would fall behind at 160 records a second, and heartbeats with it.
 */
export class CoalescedCommits {
  private next: Round | undefined;
  private running: Promise<void> = Promise.resolve();

  /** @param commit sends one request */
  constructor(private readonly commit: (offsets: CommitOffsets) => Promise<void>) {}

  /**
   * @param offset of the record after the last one that is taken over
   * @returns resolves when the offset, or a later one of the partition, is committed
   */
  add(partition: number, offset: string): Promise<void> {
    this.next ??= this.plan();
    this.next.offsets.set(partition, offset);
    return this.next.done;
  }

  /** Resolves when no request is under way and none is planned. */
  async settled(): Promise<void> {
    let last: Promise<void>;
    do {
      last = this.running;
      await last;
    } while (last !== this.running);
  }

  private plan(): Round {
    const offsets = new Map<number, string>();
    const done = this.running.then(() => {
      this.next = undefined; // what comes from now on is too late for this request
      return this.commit(offsets);
    });
    this.running = done.catch(() => undefined); // whoever asked hears of it
    return { offsets, done };
  }
}
