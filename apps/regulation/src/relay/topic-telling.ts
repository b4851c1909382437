import { TOPICS, topicName } from '@lethe/contracts';
import { TopicObserver, type KafkaClient, type TopicExtent } from '@lethe/messaging';
import type { Logger } from '@lethe/observability';
import { AnotherDatabaseError, type RunQuery } from '@lethe/outbox';
import { readPosition } from './relay-position.js';
import { tellAgain, ToldAgainError } from './tell-again.js';
import { whyTellAgain, type TellAgainReason } from './why-tell-again.js';

export interface TopicTellingOptions {
  readonly query: RunQuery;
  readonly kafka: KafkaClient;
  readonly topicPrefix: string;
  readonly logger: Logger;
}

/** What the topic of the states is now. */
export type FoundTopic = TopicExtent & { readonly clusterId: string };

/** Brokers that are too old do not tell the id of their cluster. */
const UNKNOWN_CLUSTER = 'unknown';

/**
 * Keeps what the relay remembers and what is on Kafka in agreement: what it told on another topic, or
 * on one that has lost records since, is to be told again.
 */
export class TopicTelling {
  private readonly states: TopicObserver;
  private probing: Promise<TopicExtent> | undefined;

  constructor(private readonly options: TopicTellingOptions) {
    const { kafka, topicPrefix } = options;
    this.states = new TopicObserver(kafka, topicName(topicPrefix, TOPICS.suppressions));
  }

  /**
   * Compares what was told with what there is, and decides whether everything is told again.
   * @param database where the session began
   * @throws AnotherDatabaseError, and nothing was decided
   */
  async compare(
    database: string,
  ): Promise<{ readonly reason: TellAgainReason | undefined; readonly found: FoundTopic }> {
    const { query, logger } = this.options;
    const told = await readPosition(query); // before the look: then it is never ahead of the topic
    if (told.database !== database) throw new AnotherDatabaseError();
    const extent = await this.states.look();
    const clusterId = extent.clusterId ?? UNKNOWN_CLUSTER;
    const found = { ...extent, clusterId };
    const reason = whyTellAgain(told.place, found);
    if (reason === undefined) return { reason, found };
    await tellAgain(query, { epoch: told.epoch, place: found });
    const { topicId } = found;
    const level = reason === 'unknown-place' && told.position === '0' ? 'info' : 'warn';
    logger[level]({ reason, clusterId, topicId }, 'telling all suppressions again');
    return { reason, found };
  }

  /** @throws ToldAgainError when the topic is not any more what it was */
  async compareAgain(database: string): Promise<FoundTopic> {
    const { reason, found } = await this.compare(database);
    if (reason !== undefined) throw new ToldAgainError();
    return found;
  }

  /** Whether the topic can be reached, and every partition of it. @throws why not */
  async isUp(): Promise<boolean> {
    await (this.probing ??= this.states.look().finally(() => {
      this.probing = undefined;
    }));
    return true;
  }

  async close(): Promise<void> {
    await this.states.close();
  }
}
