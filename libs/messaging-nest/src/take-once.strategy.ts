import { Server, type CustomTransportStrategy } from '@nestjs/microservices';
import { TakeOnceConsumer, type KafkaClient, type TakenRecord } from '@lethe/messaging';
import { isObservable, lastValueFrom } from 'rxjs';

export interface TakeOnceStrategyOptions {
  readonly kafka: KafkaClient;
  /** Prefix of the topics that the patterns name. */
  readonly topicPrefix: string;
  /**
   * Beginning of the groups' names; the pattern follows after a dot. Each topic has a group of its
   * own: kafkajs deals out what the leader subscribed to, whatever the others did.
   */
  readonly groupPrefix: string;
  /** Records in hand at once, for each topic. */
  readonly maxInHand: number;
  /** Kafka or the topic is not there yet, or the group is joined anew. */
  readonly onWaiting?: (error: unknown) => void;
  /** A consumer belongs to its group and has these partitions. */
  readonly onJoin?: (partitions: readonly number[]) => void;
  /** A record was taken over. */
  readonly onTaken?: (record: TakenRecord['record']) => void;
  /** A consumer ended and will not come back: the process is no longer of use. */
  readonly onCrash: (error: unknown) => void;
}

/**
 * Nest's transport for records that are tried once: each `@EventPattern` names a topic without its
 * prefix, and its handler gets the TakenRecord as its payload. There are no retries and no dead letters.
 */
export class TakeOnceStrategy extends Server implements CustomTransportStrategy {
  private consumers: readonly TakeOnceConsumer[] = [];

  constructor(private readonly options: TakeOnceStrategyOptions) {
    super();
  }

  /** Whether every consumer belongs to its group. */
  get isUp(): boolean {
    return this.consumers.length > 0 && this.consumers.every((consumer) => consumer.isUp);
  }

  /** Begins to consume in the background: a start does not wait for Kafka. */
  listen(callback: () => void): void {
    const { kafka, topicPrefix, groupPrefix, maxInHand, onWaiting, onJoin, onCrash } = this.options;
    this.consumers = [...this.messageHandlers.keys()].map(
      (pattern) =>
        new TakeOnceConsumer(kafka, {
          topic: `${topicPrefix}${pattern}`,
          groupId: `${groupPrefix}.${pattern}`,
          maxInHand,
          onRecord: (taken) => this.handleRecord(pattern, taken),
          ...(onWaiting === undefined ? {} : { onWaiting }),
          ...(onJoin === undefined ? {} : { onJoin }),
          onCrash,
        }),
    );
    for (const consumer of this.consumers) consumer.start().catch(onCrash);
    callback();
  }

  /** Takes nothing more, and returns when the work in hand is done. */
  async close(): Promise<void> {
    await Promise.all(this.consumers.map((consumer) => consumer.stop()));
  }

  on(): never {
    throw new Error('This transport has no events.');
  }

  unwrap(): never {
    throw new Error('This transport has nothing to unwrap.');
  }

  private async handleRecord(pattern: string, taken: TakenRecord): Promise<void> {
    const handler = this.getHandlerByPattern(pattern);
    if (handler === null) return;
    this.options.onTaken?.(taken.record);
    const answer: unknown = await handler(taken);
    if (isObservable(answer)) await lastValueFrom(answer, { defaultValue: undefined });
  }
}
