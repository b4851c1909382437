import { setTimeout as sleep } from 'node:timers/promises';
import { LogThrottle, retryUntilDone, withDeadline } from '@lethe/resilience';
import type { Consumer } from 'kafkajs';
import type { FetchedBatch } from './fetched-batch.js';
import { isPassing } from './is-passing.js';
import { kafkajsOf, type KafkaClient } from './kafka-client.js';

export interface GroupMemberOptions {
  /** Full name. */
  readonly topic: string;
  readonly groupId: string;
  /**
   * Called when the member has joined the group and has these partitions; again after each
   * rebalance.
   */
  readonly onJoin?: (partitions: readonly number[]) => void;
  /**
   * Called while Kafka or the topic is not there yet, or the group is joined again: at once, and then
   * about every ten seconds.
   */
  readonly onWaiting?: (error: unknown) => void;
  /** Called when the member ended for good. */
  readonly onCrash: (error: unknown) => void;
}

interface Pace {
  /** A fetch waits this long for new records. */
  readonly maxWaitMs: number;
  /** A member that died leaves its partitions after this. */
  readonly sessionTimeoutMs: number;
  readonly partitionsAtOnce: number;
}

/** How often a member says that it is there. */
export const HEARTBEAT_MS = 1_000;
const RETRY_MS = 500;

/**
 * A member of a consumer group that commits nothing by itself and does not give up: it waits for
 * Kafka, for the topic and for the group's coordinator as long as it takes.
 *
 * A new group begins with the oldest record: "latest" is resolved anew at each join, and records
 * published in between would be read by no member.
 */
export abstract class GroupMember<Options extends GroupMemberOptions> {
  private readonly consumer: Consumer;
  private readonly stopping = new AbortController();
  /** What kafkajs would begin again after by itself. */
  private readonly retriable = new WeakSet<Error>();
  /** The latest attempt to join, which ends when it has: as a member or with a crash. */
  private joining: Promise<void> = Promise.resolve();
  private joined = false;
  private readonly throttle = new LogThrottle();

  constructor(
    kafka: KafkaClient,
    protected readonly options: Options,
    private readonly pace: Pace,
  ) {
    this.consumer = kafkajsOf(kafka).consumer({
      groupId: options.groupId,
      maxWaitTimeInMs: pace.maxWaitMs,
      sessionTimeout: pace.sessionTimeoutMs,
      heartbeatInterval: HEARTBEAT_MS,
      allowAutoTopicCreation: false,
      // Not by itself: it would even when it is stopped meanwhile, and 50 times a second.
      retry: {
        restartOnFailure: (error) => {
          this.retriable.add(error);
          return Promise.resolve(false);
        },
      },
    });
    this.consumer.on(this.consumer.events.GROUP_JOIN, ({ payload: { memberAssignment } }) => {
      this.joined = true;
      const partitions = memberAssignment[options.topic] ?? [];
      this.begin(partitions);
      options.onJoin?.(partitions);
    });
    this.consumer.on(this.consumer.events.CRASH, ({ payload: { error } }) => {
      this.joined = false;
      this.leave();
      if (this.retriable.has(error) || isPassing(error)) this.joining = this.restart(error);
      else options.onCrash(error);
    });
  }

  /** Works on a batch, and resolves the offsets that it is done with. */
  protected abstract process(batch: FetchedBatch): Promise<void>;

  /** The member has joined the group, and has these partitions; again after each rebalance. */
  protected abstract begin(partitions: readonly number[]): void;

  /** The member no longer belongs to the group, for now or for good. */
  protected abstract leave(): void;

  /** Waits for what needs the membership: commits that are under way. */
  protected settle(): Promise<unknown> {
    return Promise.resolve();
  }

  /** Waits for what is in hand. */
  protected abstract finish(): Promise<unknown>;

  /** Whether the member belongs to the group and gets its share of the records. */
  get isUp(): boolean {
    return this.joined;
  }

  /** Aborted when the member is to stop. */
  protected get signal(): AbortSignal {
    return this.stopping.signal;
  }

  /** Begins to consume, and tries for as long as Kafka or the topic is not there. */
  start(): Promise<void> {
    return (this.joining = this.join());
  }

  /** Fetches nothing more of some partitions that are its own. */
  protected pause(partitions: readonly number[]): void {
    this.consumer.pause([{ topic: this.options.topic, partitions: [...partitions] }]);
  }

  /** Fetches again from a partition that was paused, from this offset on. */
  protected resumeAt(partition: number, offset: string): void {
    const { topic } = this.options;
    this.consumer.seek({ topic, partition, offset });
    this.consumer.resume([{ topic, partitions: [partition] }]);
  }

  /**
   * Takes nothing more, and leaves the group.
   *
   * Who is joining becomes a member first: kafkajs forgets whom it stops then, and the group would
   * wait for somebody who is gone until the session is over. That is also how long this waits for
   * a broker that does not answer; then the group is left whenever it does.
   */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.settle();
    const joined = this.joinEnd();
    const left = joined.then(() => this.consumer.stop()).catch(() => undefined);
    const { sessionTimeoutMs } = this.pace;
    const mayLeave = await withDeadline(
      joined.then(() => true),
      sessionTimeoutMs,
      () => false,
    );
    if (mayLeave) await left;
    await this.finish();
    const gone = left.then(() => this.consumer.disconnect()).catch(() => undefined);
    if (mayLeave) await gone;
  }

  private async join(): Promise<void> {
    const { signal } = this;
    await retryUntilDone(() => this.consume(), {
      signal,
      pauseMs: RETRY_MS,
      onFailure: (error) => {
        this.waits(error);
      },
    });
  }

  /** Returns as a member, after a crash, or without either once it is stopped. */
  private async consume(): Promise<void> {
    const { topic } = this.options;
    await this.consumer.connect();
    await this.consumer.subscribe({ topics: [topic], fromBeginning: true });
    if (this.signal.aborted) return;
    await this.consumer.run({
      autoCommit: false,
      eachBatchAutoResolve: false,
      partitionsConsumedConcurrently: this.pace.partitionsAtOnce,
      eachBatch: (batch) => this.process(batch),
    });
  }

  private async restart(reason: unknown): Promise<void> {
    this.waits(reason);
    await sleep(RETRY_MS, undefined, { signal: this.signal }).catch(() => undefined);
    await this.join().catch(this.options.onCrash);
  }

  private waits(reason: unknown): void {
    if (this.throttle.isDue()) this.options.onWaiting?.(reason);
  }

  /** Resolves when no attempt to join is under way. */
  private async joinEnd(): Promise<void> {
    for (let seen: unknown; seen !== this.joining;) {
      seen = this.joining;
      await this.joining.catch(() => undefined);
    }
  }
}
