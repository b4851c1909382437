import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FetchedBatch } from '../kafkajs/fetched-batch.js';
import { GatheredRequests } from '../publishing/gathered-requests.js';

/** The member left or rejoined the group before the offset was committed. */
export class MembershipOverError extends Error {
  override readonly name = 'MembershipOverError';
}

/**
 * The membership of a consumer in a group from one join to the next join. A membership never
 * commits after a rejoin, because another member may have processed the partition in between. The
 * broker accepts commits from any member, so a late commit could set the offset of the group back.
 *
 * Commits use the function of the batch, which sends one request and reports the result. The
 * function `commitOffsets` of the consumer is not used, because it would repeat a refused request,
 * even after the next join. When the consumer stops, `commitOffsets` resolves without a request
 * (kafkajs, `runner.js`).
 */
export class Membership {
  /**
   * Commits only the latest offset of each partition. A broker processes the requests of a
   * connection one after the other, and a commit takes 6 ms. With one commit per record, the
   * consumer could process only 160 records a second, and heartbeats would be delayed.
   */
  private readonly commits = new GatheredRequests(
    () => new Map<number, string>(),
    (offsets) => this.commit(offsets),
  );
  private batch: FetchedBatch | undefined;
  private over = false;

  /**
   * @param topic full name of the topic
   * @param partitions partitions of this member
   */
  constructor(
    private readonly topic: string,
    private readonly partitions: readonly number[],
  ) {}

  get isOver(): boolean {
    return this.over;
  }

  /**
   * Returns whether this member owns the partition of a batch. kafkajs can deliver a batch of an
   * earlier membership.
   */
  owns({ batch }: FetchedBatch): boolean {
    return this.partitions.includes(batch.partition);
  }

  /**
   * @param offset offset after the last record taken from the batch
   * @returns a promise that resolves after the commit, or rejects if the commit is not confirmed
   */
  take(batch: FetchedBatch, offset: string): Promise<void> {
    this.batch ??= batch; // any batch of the membership can commit all offsets
    return this.commits.add((offsets) => offsets.set(batch.batch.partition, offset));
  }

  /** Resolves when no commit is in progress. */
  settled(): Promise<void> {
    return this.commits.settled();
  }

  /** Ends the membership, so that no further offset is committed. */
  end(): void {
    this.over = true;
  }

  private async commit(offsets: ReadonlyMap<number, string>): Promise<void> {
    // After a rejoin, kafkajs would commit as a member of the new membership. kafkajs rejoins and
    // reports the join in one turn of the event loop, so `over` is correct after this turn.
    await nextTurn();
    if (this.over)
      throw new MembershipOverError('The consumer joined its group again before the commit.');
    const partitions = Array.from(offsets, ([partition, offset]) => ({ partition, offset }));
    await this.batch?.commitOffsetsIfNecessary({ topics: [{ topic: this.topic, partitions }] });
  }
}
