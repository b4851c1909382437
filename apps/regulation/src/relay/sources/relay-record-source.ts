import type { RelayRecord } from '@lethe/contracts';
import type { Publisher, TopicExtent, WrittenOffsets } from '@lethe/messaging';
import type { RelayBatch, RelayCursor, RelaySource } from '../session/relay-source.js';
import type { RunQuery } from '@lethe/database';
import {
  countSuppressedUsers,
  hasUnpublishedSuppressions,
  markEpochComplete,
} from './count-suppressed-users.js';
import { RelayRecordTopic } from './relay-record-topic.js';
import type { TopicParts } from '../create-missing-topics.js';
import { readPosition } from '../position/relay-position.js';
import { toRelayRecord, toRelayTombstone } from './to-relay-record.js';
import type { FoundTopic, TopicLossDetector } from '../position/topic-loss-detector.js';
import { republishReason } from '../position/republish-reason.js';
import { KnownEndOffsets } from '../position/known-end-offsets.js';

export interface CompletenessOptions extends TopicParts {
  readonly query: RunQuery;
  readonly lossDetector: TopicLossDetector;
  readonly publisher: Publisher;
  readonly pace?: CompletenessIntervals;
}

export interface CompletenessIntervals {
  readonly pollEveryMs: number;
  /** Minimum milliseconds between two counts. */
  readonly countEveryMs: number;
  /** After a count, the pause is at least this many times as long as the count took. */
  readonly countShare: number;
}

const INTERVALS: CompletenessIntervals = {
  pollEveryMs: 2_000,
  countEveryMs: 5_000,
  countShare: 100,
};

/**
 * Publishes the relay record on a separate topic. The record states how much a reader of the
 * suppressions must have read, so that no reader mistakes an empty topic for "no suppressions".
 * Polls both topics. `TopicLossDetector` uses these polls to decide about republication.
 */
export class RelayRecordSource implements RelaySource {
  readonly name = 'relay record';
  private readonly topic: RelayRecordTopic;
  /** Extent of the relay record's topic at the last poll; undefined if the topic cannot be used. */
  private extent: TopicExtent | undefined;
  /** Earliest time of the next count, on the clock of `performance.now()`. */
  private countAt = 0;
  private readonly intervals: CompletenessIntervals;

  constructor(private readonly options: CompletenessOptions) {
    this.topic = new RelayRecordTopic(options);
    this.intervals = options.pace ?? INTERVALS;
  }

  /**
   * Runs before the first take of a session. Lets `TopicLossDetector` decide about republication.
   * If a republication is not complete, withdraws the relay record with a tombstone. If a session
   * fails before this withdrawal, the next session withdraws the record.
   */
  async prepare(database: string): Promise<void> {
    const { query, publisher, lossDetector } = this.options;
    const { found } = await lossDetector.compare(database);
    this.extent = await this.topic.find();
    const { isComplete } = await readPosition(query);
    if (isComplete || this.extent === undefined) return;
    this.noteWritten(await publisher.publish([toRelayTombstone(this.topic.name, found.clusterId)]));
  }

  /**
   * Returns a cursor that polls the topics periodically, and never delays the takes of other
   * sources.
   */
  open(database: string): RelayCursor {
    const session: Session = { database, pollAt: 0, recorded: undefined };
    let polling: Promise<void> | undefined;
    let outcome: (() => RelayBatch | undefined) | undefined;
    return {
      take: () => {
        const known = outcome;
        outcome = undefined;
        if (known !== undefined) return Promise.resolve().then(known);
        if (polling === undefined && performance.now() >= session.pollAt) {
          polling = this.poll(session)
            .then(
              (batch) => (outcome = () => batch),
              (error: unknown) => (outcome = () => fail(error)),
            )
            .then(() => {
              session.pollAt = performance.now() + this.intervals.pollEveryMs;
              polling = undefined;
            });
        }
        return Promise.resolve(undefined);
      },
    };
  }

  async close(): Promise<void> {
    await this.topic.close();
  }

  private async poll(session: Session): Promise<RelayBatch | undefined> {
    const { query, lossDetector } = this.options;
    const found = await lossDetector.compareAgain(session.database);
    const before = this.extent;
    this.extent = await this.topic.find();
    if (this.extent === undefined) return undefined;
    const isOtherTopic = republishReason(before, this.extent) !== undefined;
    if (isOtherTopic) session.recorded = undefined;
    const { recorded } = session;
    const isRecorded = recorded !== undefined && areSame(recorded.endOffsets, found.ends);
    if (isRecorded && recorded.liveKeys > 0) return undefined;
    const { epoch, isComplete } = await readPosition(query);
    // In `prepare`, the topic could not be used, or it has lost the withdrawal since.
    if (isOtherTopic && !isComplete) return this.withdraw(found);
    if (isComplete ? performance.now() < this.countAt : await hasUnpublishedSuppressions(query))
      return undefined;
    const record: RelayRecord = {
      clusterId: found.clusterId,
      topicId: found.topicId ?? null,
      startOffsets: [...found.starts],
      endOffsets: [...found.ends],
      // Readers wait for the first record of an epoch, so it is published without a count.
      liveKeys: isComplete ? await this.count(session.database, found) : 0,
    };
    if (isRecorded && record.liveKeys === 0) return undefined;
    return {
      records: [toRelayRecord(this.topic.name, record)],
      isFull: false,
      published: async (written) => {
        this.noteWritten(written);
        session.recorded = record;
        if (!isComplete) await markEpochComplete(query, epoch);
      },
    };
  }

  private withdraw({ clusterId }: FoundTopic): RelayBatch {
    return {
      records: [toRelayTombstone(this.topic.name, clusterId)],
      isFull: false,
      published: (written) => {
        this.noteWritten(written);
        return Promise.resolve();
      },
    };
  }

  /** Stores the offsets of the record, so that the next poll also detects a loss of the record. */
  private noteWritten(written: WrittenOffsets): void {
    if (this.extent === undefined) return;
    const ends = new KnownEndOffsets(this.extent.ends);
    ends.note(written.get(this.topic.name));
    this.extent = { ...this.extent, ends: ends.byPartition };
  }

  /** @returns the number of users; 0 if there was a change during the count */
  private async count(database: string, found: FoundTopic): Promise<number> {
    const { query, lossDetector } = this.options;
    const startedAt = performance.now();
    const isQuiet = async () =>
      areSame((await lossDetector.compareAgain(database)).ends, found.ends);
    const users = await countSuppressedUsers(query, isQuiet);
    const now = performance.now();
    const { countEveryMs, countShare } = this.intervals;
    this.countAt = now + Math.max(countEveryMs, countShare * (now - startedAt));
    return users ?? 0;
  }
}

interface Session {
  readonly database: string;
  /** Time of the next poll, on the clock of `performance.now()`. */
  pollAt: number;
  recorded: RelayRecord | undefined;
}

function areSame(one: readonly number[], other: readonly number[]): boolean {
  return one.length === other.length && one.every((offset, index) => offset === other[index]);
}

function fail(error: unknown): never {
  throw error;
}
