import { setTimeout as sleep } from 'node:timers/promises';
import { LogThrottle, retryUntilDone, withDeadline } from '@lethe/resilience';
import type { Consumer } from 'kafkajs';
import type { FetchedBatch } from './fetched-batch.js';
import { isTransient } from './is-transient.js';
import { kafkajsOf, type KafkaClient } from './kafka-client.js';

export interface GroupMemberOptions {
  /** Full name of the topic. */
  readonly topic: string;
  readonly groupId: string;
  /** Called with the assigned partitions after each join and each rebalance. */
  readonly onJoin?: (partitions: readonly number[]) => void;
  /**
   * Called while Kafka or the topic is unavailable, or while the member rejoins. The first call is
   * immediate. Further calls follow about every 10 s.
   */
  readonly onWaiting?: (error: unknown) => void;
  /** Called when the member has failed permanently. */
  readonly onCrash: (error: unknown) => void;
}

interface MemberSettings {
  /** Maximum time for which a fetch waits for new records. */
  readonly maxWaitMs: number;
  /** Time after which the partitions of a dead member are reassigned. */
  readonly sessionTimeoutMs: number;
  readonly partitionsAtOnce: number;
}

export const HEARTBEAT_MS = 1_000;
const RETRY_MS = 500;

/**
 * A member of a consumer group. It does not commit automatically. It waits for Kafka, the topic and
 * the group coordinator without a time limit.
 *
 * A new group starts with the oldest record. If it started with the newest record, Kafka would look
 * up the newest record again at each join. No member would then read the records that were
 * published between two joins.
 */
export abstract class GroupMember<Options extends GroupMemberOptions> {
  private readonly consumer: Consumer;
  private readonly stopping = new AbortController();
  /** Errors after which kafkajs itself would restart the consumer. */
  private readonly retriable = new WeakSet<Error>();
  /** The latest attempt to join the group. It ends when the member has joined, or with a crash. */
  private joining: Promise<void> = Promise.resolve();
  private joined = false;
  private readonly throttle = new LogThrottle();

  constructor(
    kafka: KafkaClient,
    protected readonly options: Options,
    private readonly settings: MemberSettings,
  ) {
    this.consumer = kafkajsOf(kafka).consumer({
      groupId: options.groupId,
      maxWaitTimeInMs: settings.maxWaitMs,
      sessionTimeout: settings.sessionTimeoutMs,
      heartbeatInterval: HEARTBEAT_MS,
      allowAutoTopicCreation: false,
      // Disables the restarts of kafkajs, which happen 50 times a second, and even after `stop`.
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
      if (this.retriable.has(error) || isTransient(error)) this.joining = this.restart(error);
      else options.onCrash(error);
    });
  }

  /** Processes a batch and resolves the offsets of the processed records. */
  protected abstract process(batch: FetchedBatch): Promise<void>;

  /** Called with the assigned partitions after each join and each rebalance. */
  protected abstract begin(partitions: readonly number[]): void;

  /** Called when the member leaves the group, even if the member will rejoin later. */
  protected abstract leave(): void;

  /** Waits for work that needs the membership, such as commits in flight. */
  protected settle(): Promise<unknown> {
    return Promise.resolve();
  }

  /** Waits for work in progress. */
  protected abstract finish(): Promise<unknown>;

  /** Whether the member belongs to the group and receives records. */
  get isUp(): boolean {
    return this.joined;
  }

  /** Aborted by `stop`. */
  protected get signal(): AbortSignal {
    return this.stopping.signal;
  }

  /** Starts to consume. Retries while Kafka or the topic is unavailable. */
  start(): Promise<void> {
    return (this.joining = this.join());
  }

  /** Stops fetching from some of the assigned partitions. */
  protected pause(partitions: readonly number[]): void {
    this.consumer.pause([{ topic: this.options.topic, partitions: [...partitions] }]);
  }

  /** Resumes a paused partition at this offset. */
  protected resumeAt(partition: number, offset: string): void {
    const { topic } = this.options;
    this.consumer.seek({ topic, partition, offset });
    this.consumer.resume([{ topic, partitions: [partition] }]);
  }

  /**
   * Stops fetching and leaves the group.
   *
   * First waits until a join in progress has ended, because kafkajs cannot leave the group during a
   * join. If the member did not leave, the group would wait for it until its session times out. If
   * the broker does not answer, `stop` waits at most for the session timeout. The member then
   * leaves in the background.
   */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.settle();
    const joined = this.joinEnd();
    const left = joined.then(() => this.consumer.stop()).catch(() => undefined);
    const { sessionTimeoutMs } = this.settings;
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
        this.reportWaiting(error);
      },
    });
  }

  /** Resolves when the member has joined, after a crash, or after `stop`. */
  private async consume(): Promise<void> {
    const { topic } = this.options;
    await this.consumer.connect();
    await this.consumer.subscribe({ topics: [topic], fromBeginning: true });
    if (this.signal.aborted) return;
    await this.consumer.run({
      autoCommit: false,
      eachBatchAutoResolve: false,
      partitionsConsumedConcurrently: this.settings.partitionsAtOnce,
      eachBatch: (batch) => this.process(batch as object as FetchedBatch), // see `fixFetch`
    });
  }

  private async restart(reason: unknown): Promise<void> {
    this.reportWaiting(reason);
    await sleep(RETRY_MS, undefined, { signal: this.signal }).catch(() => undefined);
    await this.join().catch(this.options.onCrash);
  }

  private reportWaiting(reason: unknown): void {
    if (this.throttle.isDue()) this.options.onWaiting?.(reason);
  }

  /** Resolves when no attempt to join is in progress. */
  private async joinEnd(): Promise<void> {
    for (let seen: unknown; seen !== this.joining;) {
      seen = this.joining;
      await this.joining.catch(() => undefined);
    }
  }
}
