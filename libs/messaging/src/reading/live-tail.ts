import type { KafkaClient } from '../kafkajs/kafka-client.js';
import { readOn, type ReadOptions } from './read-on.js';

export interface LiveTailOptions extends Omit<ReadOptions, 'onUnreadable'> {
  /** Called when the position is fixed: see `isReading`. Called again after an outage. */
  readonly onReading?: () => void;
  /**
   * Called for each failed attempt to read; another one follows. Also for a batch that cannot be read
   * (`UnreadableBatchError`) and is passed over.
   */
  readonly onWaiting?: (error: unknown) => void;
}

/** Reads what is published on a topic from the start on, all partitions, as `readOn`. */
export class LiveTail {
  private readonly stopping = new AbortController();
  private work: Promise<void> = Promise.resolve();
  private hasPosition = false;

  constructor(
    private readonly kafka: KafkaClient,
    private readonly options: LiveTailOptions,
  ) {}

  /** Whether the position is fixed: a record that is published now will be handed over. */
  get isReading(): boolean {
    return this.hasPosition;
  }

  /** Begins to read, and tries for as long as Kafka or the topic is not there. */
  start(): void {
    const { onReading, onWaiting, ...options } = this.options;
    const onFailure = (error: unknown): void => onWaiting?.(error);
    this.work = readOn(
      this.kafka,
      { ...options, onUnreadable: onFailure },
      {
        from: 'end',
        signal: this.stopping.signal,
        onBegin: () => {
          this.hasPosition = true;
          onReading?.();
        },
        onFailure,
      },
    );
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.work;
  }
}
