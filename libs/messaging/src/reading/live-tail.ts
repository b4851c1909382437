import { retryUntilDone } from '@lethe/resilience';
import { topicIdentity } from '../follow/topic-identity.js';
import type { KafkaClient } from '../kafkajs/kafka-client.js';
import { readRecords, type Offsets, type ReadOptions } from '../kafkajs/read-records.js';

export interface LiveTailOptions extends Omit<ReadOptions, 'onUnreadable'> {
  /** Called when the position is fixed: see `isReading`. Called again after an outage. */
  readonly onReading?: () => void;
  /**
   * Called for each failed attempt to read; another one follows. Also for a batch that cannot be read
   * (`UnreadableBatchError`) and is passed over.
   */
  readonly onWaiting?: (error: unknown) => void;
}

const RETRY_MS = 500;

/**
 * Reads what is published on a topic from the start on, all partitions, in a group of its own and
 * without commits. An outage or a rebalance makes it go on from the last record that it handled; a topic that was deleted and
 * made again is read from its beginning, where the broker tells the one from the other (`TopicIdentity`).
 */
export class LiveTail {
  private readonly stopping = new AbortController();
  private position: Offsets | undefined;
  /** Of the topic in which the position is. */
  private topicId: string | undefined;
  private work: Promise<void> = Promise.resolve();

  constructor(
    private readonly kafka: KafkaClient,
    private readonly options: LiveTailOptions,
  ) {}

  /** Whether the position is fixed: a record that is published now will be handed over. */
  get isReading(): boolean {
    return this.position !== undefined;
  }

  /** Begins to read, and tries for as long as Kafka or the topic is not there. */
  start(): void {
    this.work = this.readOn();
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.work;
  }

  private async readOn(): Promise<void> {
    const { topic, onRecord, onWaiting } = this.options;
    const { signal } = this.stopping;
    const what = { topic, onRecord, onUnreadable: (error: Error) => onWaiting?.(error) };
    const read = async (): Promise<void> => {
      const { topicId } = await topicIdentity(this.kafka, topic);
      const isSame = topicId === this.topicId;
      await readRecords(this.kafka, what, {
        start: this.position === undefined ? 'high' : isSame ? this.position : 'low',
        isDone: () => signal.aborted,
        signal,
        endsWithTopic: true,
        onPosition: (position) => {
          this.position = position;
          this.topicId = topicId;
          this.options.onReading?.();
        },
      });
    };
    await retryUntilDone(read, {
      signal,
      pauseMs: RETRY_MS,
      onFailure: (error) => this.options.onWaiting?.(error),
    });
  }
}
