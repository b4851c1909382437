import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FetchedBatch } from '../kafkajs/fetched-batch.js';
import { GatheredRequests } from '../publishing/gathered-requests.js';

/** The group was left, or joined anew, before the offset was committed. */
export class MembershipOverError extends Error {
  override readonly name = 'MembershipOverError';
}

/**
 * A consumer's stay in its group from one join to the next. Its commits count within it, once:
 * under a later one the partition may have been somebody else's meanwhile, and the group's offset,
 * which the broker takes from any member, would go back.
 *
 * So commits go through the batch, which sends one request and reports its result. The consumer's
 * own `commitOffsets` repeats a request that was refused, after the next join too, and resolves
 * without one when the consumer stops (kafkajs, `runner.js`).
 */
export class Membership {
  /**
   * Of each partition the latest offset. A broker works requests of a connection off one after the other and takes 6 ms for a
   * commit: one for each record would fall behind at 160 records a second, and heartbeats with it.
   */
  private readonly commits = new GatheredRequests(
    () => new Map<number, string>(),
    (offsets) => this.commit(offsets),
  );
  private batch: FetchedBatch | undefined;
  private over = false;

  /**
   * @param topic full name
   * @param partitions that are this member's
   */
  constructor(
    private readonly topic: string,
    private readonly partitions: readonly number[],
  ) {}

  get isOver(): boolean {
    return this.over;
  }

  /** Whether a batch is of its partitions; kafkajs may hand over one of an earlier membership. */
  owns({ batch }: FetchedBatch): boolean {
    return this.partitions.includes(batch.partition);
  }

  /**
   * @param offset of the record after the last one of the batch that is taken over
   * @returns resolves when it is committed; rejects when it is not known to be
   */
  take(batch: FetchedBatch, offset: string): Promise<void> {
    this.batch ??= batch; // any of its batches commits for all
    return this.commits.add((offsets) => offsets.set(batch.batch.partition, offset));
  }

  /** Resolves when no commit is under way. */
  settled(): Promise<void> {
    return this.commits.settled();
  }

  /** Ends the membership: offsets that are not committed by now never are. */
  end(): void {
    this.over = true;
  }

  private async commit(offsets: ReadonlyMap<number, string>): Promise<void> {
    // kafkajs commits for the membership of the moment. It joins anew and says so within one turn.
    await nextTurn();
    if (this.over) throw new MembershipOverError('The group was joined anew before the commit.');
    const partitions = Array.from(offsets, ([partition, offset]) => ({ partition, offset }));
    await this.batch?.commitOffsetsIfNecessary({ topics: [{ topic: this.topic, partitions }] });
  }
}
