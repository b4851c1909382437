import type { KafkaClient } from '../kafkajs/kafka-client.js';
import { readOn, type ReadOptions } from './read-on.js';

export interface LiveTailOptions extends Omit<ReadOptions, 'onUnreadable'> {
  /** Called when the position is set (see `isReading`). Called again after an outage. */
  readonly onReading?: () => void;
  /**
   * Called after each failed attempt to read. The attempt is retried. Also called for an unreadable
   * batch (`UnreadableBatchError`). The batch is skipped.
   */
  readonly onWaiting?: (error: unknown) => void;
}

/** Reads the records that are published after the start, on all partitions, with `readOn`. */
export class LiveTail {
  private readonly stopping = new AbortController();
  private work: Promise<void> = Promise.resolve();
  private hasPosition = false;

  constructor(
    private readonly kafka: KafkaClient,
    private readonly options: LiveTailOptions,
  ) {}

  /** Whether the position is set. If true, all records published from now on are handed over. */
  get isReading(): boolean {
    return this.hasPosition;
  }

  /** Starts to read. Retries while Kafka or the topic is unavailable. */
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
