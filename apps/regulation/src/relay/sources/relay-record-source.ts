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
  readonly pace?: CompletenessPace;
}

/** How often the source looks at the topics, and counts users. */
export interface CompletenessPace {
  /** Milliseconds between two looks at the topics. */
  readonly lookEveryMs: number;
  /** Milliseconds between two counts at least. */
  readonly countEveryMs: number;
  /** Counting takes one part in so many of the time at most. */
  readonly countShare: number;
}

const PACE: CompletenessPace = { lookEveryMs: 2_000, countEveryMs: 5_000, countShare: 100 };

/**
 * Publishes on a topic of its own how much a reader of the suppressions has to know, so that no
 * reader takes an empty topic for one where nobody is suppressed. It looks at both topics from time
 * to time: also for `TopicLossDetector`, which decides whether everything is published again.
 */
export class RelayRecordSource implements RelaySource {
  readonly name = 'relay record';
  private readonly topic: RelayRecordTopic;
  /** The topic of the record at the last look; undefined when it can't be used. */
  private place: TopicExtent | undefined;
  /** When to count next at the earliest, in milliseconds of the process' clock. */
  private countAt = 0;
  private readonly pace: CompletenessPace;

  constructor(private readonly options: CompletenessOptions) {
    this.topic = new RelayRecordTopic(options);
    this.pace = options.pace ?? PACE;
  }

  /**
   * Runs before a session takes anything: lets `TopicLossDetector` decide whether everything is
   * published again; while it is, there is no record. Steps that a session does not reach are done
   * by the next one.
   */
  async prepare(database: string): Promise<void> {
    const { query, publisher, lossDetector } = this.options;
    const { found } = await lossDetector.compare(database);
    this.place = await this.topic.find();
    const { isComplete } = await readPosition(query);
    if (isComplete || this.place === undefined) return;
    this.noteWritten(await publisher.publish([toRelayTombstone(this.topic.name, found.clusterId)]));
  }

  /** A cursor that looks at the topic from time to time, besides the takes of the other sources. */
  open(database: string): RelayCursor {
    const session: Session = { database, lookAt: 0, recorded: undefined };
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
              session.lookAt = performance.now() + this.pace.lookEveryMs;
              looking = undefined;
            });
        }
        return Promise.resolve(undefined);
      },
    };
  }

  async close(): Promise<void> {
    await this.topic.close();
  }

  private async look(session: Session): Promise<RelayBatch | undefined> {
    const { query, lossDetector } = this.options;
    const found = await lossDetector.compareAgain(session.database);
    const before = this.place;
    this.place = await this.topic.find();
    if (this.place === undefined) return undefined;
    const isOther = republishReason(before, this.place) !== undefined;
    if (isOther) session.recorded = undefined;
    const { recorded } = session;
    const isRecorded = recorded !== undefined && areSame(recorded.endOffsets, found.ends);
    if (isRecorded && recorded.liveKeys > 0) return undefined;
    const { epoch, isComplete } = await readPosition(query);
    if (isOther && !isComplete) return this.withdraw(found); // could not be done before, or was lost
    if (isComplete ? performance.now() < this.countAt : await hasUnpublishedSuppressions(query))
      return undefined;
    const record: RelayRecord = {
      clusterId: found.clusterId,
      topicId: found.topicId ?? null,
      startOffsets: [...found.starts],
      endOffsets: [...found.ends],
      liveKeys: isComplete ? await this.count(session.database, found) : 0, // readers wait for the first one
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

  /** Notes the offsets of the record, so that their loss is noticed too. */
  private noteWritten(written: WrittenOffsets): void {
    if (this.place === undefined) return;
    const ends = new KnownEndOffsets(this.place.ends);
    ends.note(written.get(this.topic.name));
    this.place = { ...this.place, ends: ends.byPartition };
  }

  /** @returns the number of users; 0 when the topic changed meanwhile */
  private async count(database: string, found: FoundTopic): Promise<number> {
    const { query, lossDetector } = this.options;
    const startedAt = performance.now();
    const isQuiet = async () =>
      areSame((await lossDetector.compareAgain(database)).ends, found.ends);
    const users = await countSuppressedUsers(query, isQuiet);
    const now = performance.now();
    const { countEveryMs, countShare } = this.pace;
    this.countAt = now + Math.max(countEveryMs, countShare * (now - startedAt));
    return users ?? 0;
  }
}

interface Session {
  readonly database: string;
  /** When to look next, in milliseconds of the process' clock. */
  lookAt: number;
  /** The last record. */
  recorded: RelayRecord | undefined;
}

function areSame(one: readonly number[], other: readonly number[]): boolean {
  return one.length === other.length && one.every((offset, index) => offset === other[index]);
}

function fail(error: unknown): never {
  throw error;
}
