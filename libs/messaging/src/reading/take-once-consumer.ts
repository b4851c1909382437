import { setTimeout as sleep } from 'node:timers/promises';
import type { FetchedBatch } from '../kafkajs/fetched-batch.js';
import { GroupMember, HEARTBEAT_MS } from '../kafkajs/group-member.js';
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

export interface TakeOnceOptions {
  /** Full name. */
  readonly topic: string;
  readonly groupId: string;
  /** Records in hand at once. At the limit nothing more is taken. */
  readonly maxInHand: number;
  /** Resolves when the work is done; what it rejects with is dropped. */
  readonly onRecord: (taken: TakenRecord) => Promise<void>;
  /**
   * Kafka or the topic is not there yet, or the group is joined anew (said again about every ten
   * seconds); or a batch cannot be read (`UnreadableBatchError`) and is passed over.
   */
  readonly onWaiting?: (error: unknown) => void;
  /**
   * Called when the consumer has joined the group and has these partitions; again after each
   * rebalance.
   */
  readonly onJoin?: (partitions: readonly number[]) => void;
  /** The consumer ended and will not come back. */
  readonly onCrash: (error: unknown) => void;
}

const MAX_WAIT_MS = 500;
/** A partition that waits for a place must not hold back the others. */
const PARTITIONS_AT_ONCE = 16;
/** A runner that died leaves its partitions after this; a run that waits has 25 s. */
const SESSION_TIMEOUT_MS = 10_000;

/**
 * Consumes records whose work is tried once. A batch is taken over, its commit begins, and the work
 * begins meanwhile: a commit takes 6 ms (the group coordinator gathers them), and waiting for it
 * before the next fetch would hold back every record by as much. A new group gets the records that
 * are there: a caller that must not work on old records checks their age.
 */
export class TakeOnceConsumer {
  private readonly member: GroupMember;
  private readonly places: Places;
  private readonly inHand = new Set<Promise<void>>();
  private membership: Membership | undefined;

  constructor(
    kafka: KafkaClient,
    private readonly options: TakeOnceOptions,
  ) {
    this.places = new Places(options.maxInHand);
    this.member = new GroupMember(kafka, {
      ...options,
      maxWaitMs: MAX_WAIT_MS,
      sessionTimeoutMs: SESSION_TIMEOUT_MS,
      partitionsAtOnce: PARTITIONS_AT_ONCE,
      onBatch: (payload) => this.takeBatch(payload),
      onJoin: (partitions) => {
        this.membership?.end();
        this.membership = new Membership(options.topic, partitions);
        options.onJoin?.(partitions);
      },
      onLeave: () => this.membership?.end(),
      onWaiting: options.onWaiting,
    });
  }

  /** Whether it belongs to the group and gets its share of the records. */
  get isUp(): boolean {
    return this.member.isUp;
  }

  /** Begins to consume, and tries for as long as Kafka or the topic is not there. */
  start(): Promise<void> {
    return this.member.start();
  }

  /** Takes nothing more, and returns when the work in hand is done. */
  stop(): Promise<void> {
    return this.member.stop({
      leaving: async () => this.membership?.settled(),
      finish: () => Promise.allSettled(this.inHand),
    });
  }

  private async takeBatch(payload: FetchedBatch): Promise<void> {
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
          this.begin({ record: toReceivedRecord(topic, partition, message), committed });
        } else {
          this.places.release();
          this.options.onWaiting?.(unreadable); // nobody could work on it
        }
      }
      payload.resolveOffset(last);
      next += taken.length;
    }
  }

  private begin(taken: TakenRecord): void {
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
      if (this.member.signal.aborted || membership.isOver) return 0;
      if (!batch.isRunning() || batch.isStale()) return 0;
      const taken = this.places.take(wanted);
      if (taken > 0) return taken;
      await Promise.race([this.places.whenFree(), sleep(HEARTBEAT_MS)]);
      await batch.heartbeat(); // throws in a rebalance: what was not taken goes to its new owner
    }
  }
}
