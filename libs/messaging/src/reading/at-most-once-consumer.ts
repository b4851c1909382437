import { setTimeout as sleep } from 'node:timers/promises';
import type { FetchedBatch } from '../kafkajs/fetched-batch.js';
import { GroupMember, HEARTBEAT_MS, type GroupMemberOptions } from '../kafkajs/group-member.js';
import type { KafkaClient } from '../kafkajs/kafka-client.js';
import { unreadableBatch } from '../kafkajs/fix-fetch.js';
import { toReceivedRecord } from '../kafkajs/to-received-record.js';
import type { ReceivedRecord } from '../records/received-record.js';
import { Membership } from './membership.js';
import { Semaphore } from './semaphore.js';

/** A record that this consumer has taken. */
export interface TakenRecord {
  readonly record: ReceivedRecord;
  /**
   * Resolves when the offset is committed, so that the record is not delivered again. Rejects if
   * the commit is not confirmed. After a rejection, the record may be delivered again, so do not
   * begin work that must not happen twice.
   */
  readonly committed: Promise<void>;
}

export interface AtMostOnceOptions extends GroupMemberOptions {
  /**
   * Maximum number of records in progress. At this limit, the consumer takes no further records.
   */
  readonly maxInFlight: number;
  /** Processes a record. The promise resolves when the work is done. Errors are ignored. */
  readonly onRecord: (taken: TakenRecord) => Promise<void>;
  /** Also called for an unreadable batch (`UnreadableBatchError`), which is skipped. */
  readonly onWaiting?: (error: unknown) => void;
}

const SETTINGS = {
  maxWaitMs: 500,
  /**
   * Time after which the partitions of a dead test runner are reassigned. A test run has 25 s. This
   * time is shorter, so that another runner can still take over a waiting test run.
   */
  sessionTimeoutMs: 10_000,
  /** If one partition waits for `maxInFlight`, kafkajs still processes the other partitions. */
  partitionsAtOnce: 16,
};

/**
 * Consumes records, and attempts the work of each record once. The work begins while the commit of
 * the batch is in flight. A commit takes 6 ms, because the group coordinator collects commits. This
 * time would delay every record if the work waited for the commit. A new group also receives
 * existing records. A caller that must not process old records checks their age.
 */
export class AtMostOnceConsumer extends GroupMember<AtMostOnceOptions> {
  private readonly permits: Semaphore;
  private readonly inFlight = new Set<Promise<void>>();
  private membership: Membership | undefined;

  constructor(kafka: KafkaClient, options: AtMostOnceOptions) {
    super(kafka, options, SETTINGS);
    this.permits = new Semaphore(options.maxInFlight);
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
    return Promise.allSettled(this.inFlight);
  }

  protected override async process(payload: FetchedBatch): Promise<void> {
    const { topic, partition, messages } = payload.batch;
    const { membership } = this;
    if (membership?.owns(payload) !== true) return;
    for (let next = 0; next < messages.length;) {
      const permits = await this.takePermits(messages.length - next, payload, membership);
      if (permits === 0) return;
      const taken = messages.slice(next, next + permits);
      const last = taken.at(-1)?.offset ?? '0';
      const committed = membership.take(payload, String(BigInt(last) + 1n));
      committed.catch(() => undefined); // a caller that needs the result awaits `committed`
      for (const message of taken) {
        const unreadable = unreadableBatch(message);
        if (unreadable === undefined) {
          this.handle({ record: toReceivedRecord(topic, partition, message), committed });
        } else {
          this.permits.release();
          this.options.onWaiting?.(unreadable); // no handler can process an unreadable batch
        }
      }
      payload.resolveOffset(last);
      next += taken.length;
    }
  }

  private handle(taken: TakenRecord): void {
    const work = this.options
      .onRecord(taken)
      .catch(() => undefined)
      .finally(() => {
        this.permits.release();
        this.inFlight.delete(work);
      });
    this.inFlight.add(work);
  }

  /**
   * Waits until records can be taken without exceeding `maxInFlight`.
   * @returns number of records to take; 0 if this member has stopped or lost the partition
   */
  private async takePermits(
    wanted: number,
    batch: FetchedBatch,
    membership: Membership,
  ): Promise<number> {
    for (;;) {
      if (this.signal.aborted || membership.isOver) return 0;
      if (!batch.isRunning() || batch.isStale()) return 0;
      const taken = this.permits.take(wanted);
      if (taken > 0) return taken;
      await Promise.race([this.permits.whenFree(), sleep(HEARTBEAT_MS)]);
      // Throws during a rebalance. The new owner then gets the remaining records.
      await batch.heartbeat();
    }
  }
}
