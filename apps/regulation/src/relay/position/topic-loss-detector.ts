import { TOPICS, topicName } from '@lethe/contracts';
import { TopicObserver, type TopicExtent } from '@lethe/messaging';
import { AnotherDatabaseError } from '../../database/this-database.js';
import type { RunQuery } from '@lethe/database';
import type { TopicParts } from '../create-missing-topics.js';
import { readPosition } from './relay-position.js';
import { republishAll, EpochEndedError } from './republish-all.js';
import { republishReason, type RepublishReason } from './republish-reason.js';

/** Identity and present offsets of the topic of suppressions. */
export type FoundTopic = TopicExtent & { readonly clusterId: string };

/** Placeholder for the id of a cluster whose brokers are too old to send an id. */
const UNKNOWN_CLUSTER = 'unknown';

/**
 * Detects that the topic of suppressions lost published records, or is another topic. In both
 * cases, the relay publishes all suppressions again, in a new epoch.
 */
export class TopicLossDetector {
  private readonly observer: TopicObserver;
  private probing: Promise<TopicExtent> | undefined;

  constructor(private readonly options: TopicParts & { readonly query: RunQuery }) {
    const { kafka, topicPrefix } = options;
    this.observer = new TopicObserver(kafka, topicName(topicPrefix, TOPICS.suppressions));
  }

  /**
   * Compares the stored topic and position with the present topic. If the topic lost records,
   * begins a new epoch in which all suppressions are published again.
   *
   * @param database identity of the database on which the session holds its lock
   * @throws AnotherDatabaseError; no new epoch begins in this case
   */
  async compare(
    database: string,
  ): Promise<{ readonly reason: RepublishReason | undefined; readonly found: FoundTopic }> {
    const { query, logger } = this.options;
    const stored = await readPosition(query); // read first, so it is never ahead of the topic
    if (stored.database !== database) throw new AnotherDatabaseError();
    const extent = await this.observer.observe();
    const clusterId = extent.clusterId ?? UNKNOWN_CLUSTER;
    const found = { ...extent, clusterId };
    const reason = republishReason(stored.topic, found);
    if (reason === undefined) return { reason, found };
    await republishAll(query, { epoch: stored.epoch, place: found });
    const { topicId } = found;
    const level = reason === 'unknown-place' && stored.position === '0' ? 'info' : 'warn';
    logger[level]({ reason, clusterId, topicId }, 'publishing all suppressions again');
    return { reason, found };
  }

  /** @throws EpochEndedError if the topic lost records since `compare` */
  async compareAgain(database: string): Promise<FoundTopic> {
    const { reason, found } = await this.compare(database);
    if (reason !== undefined) throw new EpochEndedError();
    return found;
  }

  /**
   * Checks that the topic and each of its partitions can be reached.
   *
   * @returns true
   * @throws the error of Kafka if the topic or a partition cannot be reached
   */
  async isUp(): Promise<boolean> {
    await (this.probing ??= this.observer.observe().finally(() => {
      this.probing = undefined;
    }));
    return true;
  }

  async close(): Promise<void> {
    await this.observer.close();
  }
}
