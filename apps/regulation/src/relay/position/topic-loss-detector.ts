import { TOPICS, topicName } from '@lethe/contracts';
import { TopicObserver, type TopicExtent } from '@lethe/messaging';
import { AnotherDatabaseError } from '../../database/this-database.js';
import type { RunQuery } from '@lethe/database';
import type { TopicParts } from '../create-missing-topics.js';
import { readPosition } from './relay-position.js';
import { republishAll, EpochEndedError } from './republish-all.js';
import { republishReason, type RepublishReason } from './republish-reason.js';

/** Identity and offsets of the topic of suppressions as it is now. */
export type FoundTopic = TopicExtent & { readonly clusterId: string };

/** Stands for the id of a cluster whose brokers are too old to send it. */
const UNKNOWN_CLUSTER = 'unknown';

/**
 * Notices that the topic of suppressions lost what the relay published there: it is another topic, or
 * records are missing. Then all suppressions are published again, in a new epoch.
 */
export class TopicLossDetector {
  private readonly states: TopicObserver;
  private probing: Promise<TopicExtent> | undefined;

  constructor(private readonly options: TopicParts & { readonly query: RunQuery }) {
    const { kafka, topicPrefix } = options;
    this.states = new TopicObserver(kafka, topicName(topicPrefix, TOPICS.suppressions));
  }

  /**
   * Compares the stored topic and position with the topic as it is; if the topic lost anything,
   * begins a new epoch in which everything is published again.
   * @param database identity of the database on which the session holds its lock
   * @throws AnotherDatabaseError, and no epoch was begun
   */
  async compare(
    database: string,
  ): Promise<{ readonly reason: RepublishReason | undefined; readonly found: FoundTopic }> {
    const { query, logger } = this.options;
    const told = await readPosition(query); // before the look: then it is never ahead of the topic
    if (told.database !== database) throw new AnotherDatabaseError();
    const extent = await this.states.look();
    const clusterId = extent.clusterId ?? UNKNOWN_CLUSTER;
    const found = { ...extent, clusterId };
    const reason = republishReason(told.place, found);
    if (reason === undefined) return { reason, found };
    await republishAll(query, { epoch: told.epoch, place: found });
    const { topicId } = found;
    const level = reason === 'unknown-place' && told.position === '0' ? 'info' : 'warn';
    logger[level]({ reason, clusterId, topicId }, 'telling all suppressions again');
    return { reason, found };
  }

  /** @throws EpochEndedError when the topic has lost something since `compare` */
  async compareAgain(database: string): Promise<FoundTopic> {
    const { reason, found } = await this.compare(database);
    if (reason !== undefined) throw new EpochEndedError();
    return found;
  }

  /**
   * Whether the topic and each of its partitions can be reached.
   * @throws the error of Kafka otherwise
   */
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
