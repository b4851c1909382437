import { TOPICS, topicName, type RelayRecord } from '@lethe/contracts';
import {
  listTopics,
  TopicObserver,
  topicRefusal,
  type KafkaClient,
  type Publisher,
  type TopicExtent,
} from '@lethe/messaging';
import type { Logger } from '@lethe/observability';
import type { RelayBatch, RelayCursor, RelaySource, RunQuery } from '@lethe/outbox';
import { countLiveKeys, isBehind, noteTold } from './live-keys.js';
import { readPosition } from './relay-position.js';
import { toRecord, toWithdrawal } from './relay-record.js';
import { tellAgain, ToldAgainError } from './tell-again.js';
import { whyTellAgain, type TellAgainReason } from './why-tell-again.js';

export interface TopicTellingOptions {
  readonly query: RunQuery;
  readonly kafka: KafkaClient;
  readonly topicPrefix: string;
  readonly publisher: Publisher;
  /** Makes missing topics; absent where that is somebody else's work. */
  readonly createTopics?: () => Promise<unknown>;
  readonly logger: Logger;
}

/** Brokers that are too old do not tell the id of their cluster. */
const UNKNOWN_CLUSTER = 'unknown';
/** Between two looks at the topic, in milliseconds. */
const LOOK_EVERY_MS = 2_000;
/**
 * Counting takes a hundredth of the time at most, and is not done more often than this, in
 * milliseconds.
 */
const COUNT_EVERY_MS = 5_000;
const COUNT_SHARE = 100;

/**
 * Keeps what the relay remembers and what is on Kafka in agreement: what it told on another topic, or
 * on one that has lost records since, it tells again by itself. And says on a topic of its own how
 * much there is to know, so that no reader takes an empty topic for one where nobody is suppressed.
 */
export class TopicTelling implements RelaySource {
  readonly name = 'relay record';
  private readonly states: TopicObserver;
  private readonly records: TopicObserver;
  private readonly recordTopic: string;
  /** What the topic of the record was when it was looked at last; undefined: it can't be used. */
  private recordPlace: TopicExtent | undefined;
  private hasWarned = false;
  private probing: Promise<TopicExtent> | undefined;
  /** When to count next at the earliest, in milliseconds of the process' clock. */
  private countAt = 0;

  constructor(private readonly options: TopicTellingOptions) {
    const { kafka, topicPrefix } = options;
    this.recordTopic = topicName(topicPrefix, TOPICS.relay);
    this.states = new TopicObserver(kafka, topicName(topicPrefix, TOPICS.suppressions));
    this.records = new TopicObserver(kafka, this.recordTopic);
  }

  /** Makes the topics where one of ours is missing, and that is our work: all of Kafka may be new. */
  async createTopics(): Promise<void> {
    const { createTopics, kafka, topicPrefix } = this.options;
    if (createTopics === undefined) return;
    const there = new Set(await listTopics(kafka, topicPrefix));
    const isThere = Object.values(TOPICS).every((topic) =>
      there.has(topicName(topicPrefix, topic)),
    );
    if (!isThere) await createTopics();
  }

  /**
   * Before anything is taken: decides whether everything is told again. As long as it is, there is no
   * record. A step that does not come any more is done by the next session.
   */
  async prepare(): Promise<void> {
    const { query, publisher } = this.options;
    const { found } = await this.compare();
    this.recordPlace = await this.findRecordTopic();
    const { isTold } = await readPosition(query);
    if (isTold || this.recordPlace === undefined) return;
    await publisher.publish([toWithdrawal(this.recordTopic, found.clusterId)]);
  }

  /** Looks at the topic from time to time, beside what the other sources take. */
  open(): RelayCursor {
    const session: Session = { lookAt: 0, recorded: undefined };
    let looking: Promise<void> | undefined;
    let outcome: (() => RelayBatch | undefined) | undefined;
    return {
      take: () => {
        const known = outcome;
        outcome = undefined;
        if (known !== undefined) return Promise.resolve().then(known);
        if (looking === undefined && performance.now() >= session.lookAt) {
          looking = this.look(session)
            .then(
              (batch) => (outcome = () => batch),
              (error: unknown) => (outcome = () => fail(error)),
            )
            .then(() => {
              session.lookAt = performance.now() + LOOK_EVERY_MS;
              looking = undefined;
            });
        }
        return Promise.resolve(undefined);
      },
    };
  }

  /** Whether the topic can be reached, and every partition of it. @throws why not */
  async isUp(): Promise<boolean> {
    await (this.probing ??= this.states.look().finally(() => {
      this.probing = undefined;
    }));
    return true;
  }

  /** What waits to be published is with the other sources. */
  backlog(): Promise<number> {
    return Promise.resolve(0);
  }

  async close(): Promise<void> {
    await Promise.all([this.states.close(), this.records.close()]);
  }

  private async look(session: Session): Promise<RelayBatch | undefined> {
    const { query } = this.options;
    const found = await this.compareAgain();
    const before = this.recordPlace;
    this.recordPlace = await this.findRecordTopic();
    if (this.recordPlace === undefined) return undefined;
    if (whyTellAgain(before, this.recordPlace) !== undefined) session.recorded = undefined;
    const { recorded } = session;
    const isRecorded = recorded !== undefined && areSame(recorded.endOffsets, found.ends);
    if (isRecorded && recorded.liveKeys > 0) return undefined;
    const { epoch, isTold } = await readPosition(query);
    if (before === undefined && !isTold) return this.withdraw(found); // as could not be done before
    if (isTold ? performance.now() < this.countAt : await isBehind(query)) return undefined;
    const record: RelayRecord = {
      clusterId: found.clusterId,
      topicId: found.topicId ?? null,
      startOffsets: [...found.starts],
      endOffsets: [...found.ends],
      liveKeys: isTold ? await this.count(found) : 0, // readers wait for the first one
    };
    if (isRecorded && record.liveKeys === 0) return undefined;
    return {
      records: [toRecord(this.recordTopic, record)],
      isFull: false,
      published: async () => {
        session.recorded = record;
        if (!isTold) await noteTold(query, epoch);
      },
    };
  }

  private withdraw({ clusterId }: Found): RelayBatch {
    return {
      records: [toWithdrawal(this.recordTopic, clusterId)],
      isFull: false,
      published: () => Promise.resolve(),
    };
  }

  /** @returns 0 when the topic did not stand still meanwhile */
  private async count(found: Found): Promise<number> {
    const startedAt = performance.now();
    const isQuiet = async () => areSame((await this.compareAgain()).ends, found.ends);
    const users = await countLiveKeys(this.options.query, isQuiet);
    const now = performance.now();
    this.countAt = now + Math.max(COUNT_EVERY_MS, COUNT_SHARE * (now - startedAt));
    return users ?? 0;
  }

  /** @throws ToldAgainError when the topic is not any more what it was */
  private async compareAgain(): Promise<Found> {
    const { reason, found } = await this.compare();
    if (reason !== undefined) throw new ToldAgainError();
    return found;
  }

  /** Compares what was told with what there is, and decides. */
  private async compare(): Promise<{ reason: TellAgainReason | undefined; found: Found }> {
    const { query, logger } = this.options;
    const told = await readPosition(query); // before the look: then it is never ahead of the topic
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

  /**
   * Without it the relay goes on: what is told counts more than what is said about it.
   * @returns undefined when it can't be used now
   */
  private async findRecordTopic(): Promise<TopicExtent | undefined> {
    try {
      const place = await this.records.look();
      this.hasWarned = false;
      return place;
    } catch (error) {
      const refusal = topicRefusal(error);
      if (refusal === undefined) throw error;
      const { recordTopic: topic } = this;
      const problem = 'no reader learns how much there is to know';
      if (!this.hasWarned) this.options.logger.warn({ topic, refusal }, problem);
      this.hasWarned = true;
      if (refusal === 'missing') await this.createTopics();
      return undefined;
    }
  }
}

interface Session {
  /** When to look next, in milliseconds of the process' clock. */
  lookAt: number;
  /** The last record. */
  recorded: RelayRecord | undefined;
}

type Found = TopicExtent & { readonly clusterId: string };

function areSame(one: readonly number[], other: readonly number[]): boolean {
  return one.length === other.length && one.every((offset, index) => offset === other[index]);
}

function fail(error: unknown): never {
  throw error;
}
