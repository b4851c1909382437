import { setTimeout as sleep } from 'node:timers/promises';
import type { FetchedBatch } from '../kafkajs/fetched-batch.js';
import { GroupMember, HEARTBEAT_MS, type GroupMemberOptions } from '../kafkajs/group-member.js';
import type { KafkaClient } from '../kafkajs/kafka-client.js';
import { unreadableBatch } from '../kafkajs/mend-fetch.js';
import { toReceivedRecord } from '../kafkajs/to-received-record.js';
import type { ReceivedRecord } from '../records/received-record.js';
import { Membership } from './membership.js';
import { Places } from './places.js';

/** A record that this consumer has taken over. */
export interface TakenRecord {
  readonly record: ReceivedRecord;
  /**
   * Resolves when the offset is committed: the record will not be delivered again. Rejects when
   * that is not known; then work that must not happen twice must not be done.
   */
  readonly committed: Promise<void>;
}

export interface AtMostOnceOptions extends GroupMemberOptions {
  /** Records in hand at once. At the limit nothing more is taken. */
  readonly maxInHand: number;
  /** Resolves when the work is done; what it rejects with is dropped. */
  readonly onRecord: (taken: TakenRecord) => Promise<void>;
  /** Also called for a batch that cannot be read (`UnreadableBatchError`) and is passed over. */
  readonly onWaiting?: (error: unknown) => void;
}

const PACE = {
  maxWaitMs: 500,
  /** A runner that died leaves its partitions after this; a run that waits has 25 s. */
  sessionTimeoutMs: 10_000,
  /** A partition that waits for a place must not hold back the others. */
  partitionsAtOnce: 16,
};

/**
 * Consumes records whose work is tried once. A batch is taken over, its commit begins, and the work
 * begins meanwhile: a commit takes 6 ms (the group coordinator gathers them), and waiting for it
 * before the next fetch would hold back every record by as much. A new group gets the records that
 * are there: a caller that must not work on old records checks their age.
 */
export class AtMostOnceConsumer extends GroupMember<AtMostOnceOptions> {
  private readonly places: Places;
  private readonly inHand = new Set<Promise<void>>();
  private membership: Membership | undefined;

  constructor(kafka: KafkaClient, options: AtMostOnceOptions) {
    super(kafka, options, PACE);
    this.places = new Places(options.maxInHand);
  }

  protected override begin(partitions: readonly number[]): void {
    this.membership?.end();
    this.membership = new Membership(this.options.topic, partitions);
  }

  protected override leave(): void {
    this.membership?.end();
  }

  protected override async settle(): Promise<void> {
    await this.membership?.settled();
  }

  protected override finish(): Promise<unknown> {
    return Promise.allSettled(this.inHand);
  }

  protected override async process(payload: FetchedBatch): Promise<void> {
    const { topic, partition, messages } = payload.batch;
    const { membership } = this;
    if (membership?.owns(payload) !== true) return;
    for (let next = 0; next < messages.length;) {
      const places = await this.takePlaces(messages.length - next, payload, membership);
      if (places === 0) return;
      const taken = messages.slice(next, next + places);
      const last = taken.at(-1)?.offset ?? '0';
      const committed = membership.take(payload, String(BigInt(last) + 1n));
      committed.catch(() => undefined); // whoever needs it waits for it
      for (const message of taken) {
        const unreadable = unreadableBatch(message);
        if (unreadable === undefined) {
          this.workOn({ record: toReceivedRecord(topic, partition, message), committed });
        } else {
          this.places.release();
          this.options.onWaiting?.(unreadable); // nobody could work on it
        }
      }
      payload.resolveOffset(last);
      next += taken.length;
    }
  }

  private workOn(taken: TakenRecord): void {
    const work = this.options
      .onRecord(taken)
      .catch(() => undefined)
      .finally(() => {
        this.places.release();
        this.inHand.delete(work);
      });
    this.inHand.add(work);
  }

  /**
   * Waits for places. @returns how many places were taken; 0 when the partition is no longer this
   * member's
   */
  private async takePlaces(
    wanted: number,
    batch: FetchedBatch,
    membership: Membership,
  ): Promise<number> {
    for (;;) {
      if (this.signal.aborted || membership.isOver) return 0;
      if (!batch.isRunning() || batch.isStale()) return 0;
      const taken = this.places.take(wanted);
      if (taken > 0) return taken;
      await Promise.race([this.places.whenFree(), sleep(HEARTBEAT_MS)]);
      await batch.heartbeat(); // throws in a rebalance: what was not taken goes to its new owner
    }
  }
}
