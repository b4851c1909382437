import type { RelayRecord } from '@lethe/contracts';
import type { Publisher, TopicExtent, WrittenOffsets } from '@lethe/messaging';
import type { RelayBatch, RelayCursor, RelaySource, RunQuery } from '@lethe/outbox';
import { countLiveKeys, isBehind, noteTold } from './live-keys.js';
import { RecordTopic, type RecordTopicOptions } from './record-topic.js';
import { readPosition } from './relay-position.js';
import { toRecord, toWithdrawal } from './relay-record.js';
import type { FoundTopic, TopicTelling } from './topic-telling.js';
import { whyTellAgain } from './why-tell-again.js';
import { WrittenEnds } from './written-ends.js';

export interface RelayRecordOptions extends RecordTopicOptions {
  readonly query: RunQuery;
  readonly telling: TopicTelling;
  readonly publisher: Publisher;
  readonly pace?: RecordPace;
}

/** How often it looks, and counts. */
export interface RecordPace {
  /** Milliseconds between two looks at the topics. */
  readonly lookEveryMs: number;
  /** Milliseconds between two counts at least. */
  readonly countEveryMs: number;
  /** Counting takes one part in so many of the time at most. */
  readonly countShare: number;
}

const PACE: RecordPace = { lookEveryMs: 2_000, countEveryMs: 5_000, countShare: 100 };

/**
 * Says on a topic of its own how much there is to know, so that no reader takes an empty topic for one
 * where nobody is suppressed. It looks at both topics from time to time: also for `TopicTelling`, which
 * decides whether everything is told again.
 */
export class RelayRecordSource implements RelaySource {
  readonly name = 'relay record';
  private readonly topic: RecordTopic;
  /** What the topic of the record was when it was looked at last; undefined: it can't be used. */
  private place: TopicExtent | undefined;
  /** When to count next at the earliest, in milliseconds of the process' clock. */
  private countAt = 0;
  private readonly pace: RecordPace;

  constructor(private readonly options: RelayRecordOptions) {
    this.topic = new RecordTopic(options);
    this.pace = options.pace ?? PACE;
  }

  /**
   * Before anything is taken: has it decided whether everything is told again. As long as it is, there
   * is no record. A step that does not come any more is done by the next session.
   */
  async prepare(database: string): Promise<void> {
    const { query, publisher, telling } = this.options;
    const { found } = await telling.compare(database);
    this.place = await this.topic.find();
    const { isTold } = await readPosition(query);
    if (isTold || this.place === undefined) return;
    this.noteWritten(await publisher.publish([toWithdrawal(this.topic.name, found.clusterId)]));
  }

  /** Looks at the topic from time to time, beside what the other sources take. */
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

  /** What waits to be published is with the other sources. */
  backlog(): Promise<number> {
    return Promise.resolve(0);
  }

  async close(): Promise<void> {
    await this.topic.close();
  }

  private async look(session: Session): Promise<RelayBatch | undefined> {
    const { query, telling } = this.options;
    const found = await telling.compareAgain(session.database);
    const before = this.place;
    this.place = await this.topic.find();
    if (this.place === undefined) return undefined;
    const isOther = whyTellAgain(before, this.place) !== undefined;
    if (isOther) session.recorded = undefined;
    const { recorded } = session;
    const isRecorded = recorded !== undefined && areSame(recorded.endOffsets, found.ends);
    if (isRecorded && recorded.liveKeys > 0) return undefined;
    const { epoch, isTold } = await readPosition(query);
    if (isOther && !isTold) return this.withdraw(found); // could not be done before, or was lost
    if (isTold ? performance.now() < this.countAt : await isBehind(query)) return undefined;
    const record: RelayRecord = {
      clusterId: found.clusterId,
      topicId: found.topicId ?? null,
      startOffsets: [...found.starts],
      endOffsets: [...found.ends],
      liveKeys: isTold ? await this.count(session.database, found) : 0, // readers wait for the first one
    };
    if (isRecorded && record.liveKeys === 0) return undefined;
    return {
      records: [toRecord(this.topic.name, record)],
      isFull: false,
      published: async (written) => {
        this.noteWritten(written);
        session.recorded = record;
        if (!isTold) await noteTold(query, epoch);
      },
    };
  }

  private withdraw({ clusterId }: FoundTopic): RelayBatch {
    return {
      records: [toWithdrawal(this.topic.name, clusterId)],
      isFull: false,
      published: (written) => {
        this.noteWritten(written);
        return Promise.resolve();
      },
    };
  }

  /** So that it is noticed when this is what the topic loses. */
  private noteWritten(written: WrittenOffsets): void {
    if (this.place === undefined) return;
    const ends = new WrittenEnds(this.place.ends);
    ends.note(written.get(this.topic.name));
    this.place = { ...this.place, ends: ends.byPartition };
  }

  /** @returns 0 when the topic did not stand still meanwhile */
  private async count(database: string, found: FoundTopic): Promise<number> {
    const { query, telling } = this.options;
    const startedAt = performance.now();
    const isQuiet = async () => areSame((await telling.compareAgain(database)).ends, found.ends);
    const users = await countLiveKeys(query, isQuiet);
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
