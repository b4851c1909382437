import { OperatorError, TOPICS, topicName } from '@lethe/contracts';
import {
  readNewest,
  topicRefusal,
  type KafkaClient,
  type ReceivedRecord,
  type TopicIdentity,
} from '@lethe/messaging';
import type { RunQuery } from '@lethe/database';
import { readReconciled } from './published/reconciled-offsets.js';
import { USERS_OF_CHANGE } from './sources/changed-states.js';
import { readFact, readRevocation, readStateId } from './published/published-records.js';
import { readPosition } from './position/relay-position.js';
import { countUnknownRecords, type PublishedRecords } from './count-unknown-records.js';

/** The topics know more than the database: it was restored, or failed over to a copy that lags. */
export class DatabaseBehindError extends OperatorError {
  override readonly name = 'DatabaseBehindError';

  /** @param unknown kind → how many records of it */
  constructor(unknown: readonly (readonly [kind: string, count: number])[]) {
    const found = unknown.map(([kind, count]) => `${count} ${kind}`).join(', ');
    super(
      `The topics know more than the database does (of the newest records: ${found}). It was restored, or failed over to a copy that was behind. Nothing is published until "lethe restored --apply" was run; "lethe restored --plan" says what that does.`,
    );
  }
}

/** Changes of a round, of this release or of an earlier one: `DEFAULT_BATCH_SIZE` was that. */
const LARGEST_ROUND = 4_000;

/**
 * How many offsets before the end of a topic are looked at, of all partitions together. What was
 * lost is at the end: behind it come at most the changes that got their numbers in the same
 * statement, in any order, and the states that came ahead of their turn in the two rounds that
 * these changes may fall into. Twice as many, for markers and because keys spread unevenly.
 *
 * While more changes wait than one statement numbers, states are not published in the order of the
 * commits: a lost change may stand before everything that was published since its commit. All of
 * that is behind the end of the topic that the database knows, so everything behind that end is
 * looked at as well, in parts of this many offsets. Facts are published in the order of the
 * commits.
 */
const OFFSETS = 2 * LARGEST_ROUND * (1 + 2 * (USERS_OF_CHANGE - 1));
const TIMEOUT_MS = 30_000;

export interface NotBehindOptions {
  readonly query: RunQuery;
  /**
   * Identity of the database on which the session holds its lock: an answer of another database
   * says nothing.
   */
  readonly database: string;
  readonly kafka: KafkaClient;
  readonly topicPrefix: string;
  /** Called with a topic that may not be read: then the relay goes on without this check. */
  readonly onForbidden: (topic: string) => void;
}

/**
 * Gives the id and the row of a record. Of several records with one id the last one counts; the row
 * of a tombstone is null.
 */
type Read = (record: ReceivedRecord) => readonly [id: string, row: object | null] | undefined;

interface Newest {
  /** A JSON array. */
  readonly rows: string;
  /** Partition → offset before which there are more records. */
  readonly earlier: ReadonlyMap<number, number>;
}

/**
 * Compares the newest records of the topics with the database. Everything published was committed
 * before, and the rows that show it are never removed nor get older: so the database knows all
 * records, unless it went back in time. A promotion that lost nothing passes, and so does an empty
 * Kafka.
 *
 * @throws DatabaseBehindError with what the database does not know; AnotherDatabaseError; the error
 * of Kafka or Postgres
 */
export async function assertDatabaseNotBehind(options: NotBehindOptions): Promise<void> {
  const { query, database } = options;
  const assertKnown = async (told: Partial<PublishedRecords>): Promise<void> => {
    const all = { states: '[]', facts: '[]', revocations: '[]', ...told };
    const unknown = await countUnknownRecords(query, database, all);
    if (unknown.length > 0) throw new DatabaseBehindError(unknown);
  };
  const { place } = await readPosition(query);
  const [states, facts, revocations] = await Promise.all([
    newestStates(options),
    newest(options, 'lifecycle', (record) => {
      const told = readFact(record);
      return told && [`${told.regulationId} ${told.fact}`, told];
    }),
    newest(options, 'revocations', (record) => {
      const revocation = readRevocation(record);
      return revocation === undefined ? undefined : [record.key ?? '', revocation];
    }),
  ]);
  await assertKnown({ states: states.rows, facts: facts.rows, revocations: revocations.rows });
  for (let { earlier } = states; ;) {
    const before = new Map(
      [...earlier].filter(([at, start]) => start > (place?.ends[at] ?? start)),
    );
    if (before.size === 0) return;
    const older = await newestStates(options, before);
    await assertKnown({ states: older.rows });
    ({ earlier } = older);
  }
}

function newestStates(options: NotBehindOptions, before?: ReadonlyMap<number, number>) {
  const read: Read = (record) => {
    const state = readStateId(record);
    return state && [record.key ?? '', state];
  };
  return newest(options, 'suppressions', read, before);
}

async function newest(
  { query, kafka, topicPrefix, onForbidden }: NotBehindOptions,
  key: keyof typeof TOPICS,
  read: Read,
  before?: ReadonlyMap<number, number>,
): Promise<Newest> {
  const topic = topicName(topicPrefix, TOPICS[key]);
  const rows = new Map<string, object>();
  const earlier = await readNewest(kafka, {
    topic,
    offsets: OFFSETS,
    ...(before && { before }),
    after: (identity: TopicIdentity) => readReconciled(query, topic, identity),
    onRecord: (record) => {
      const [id = '', row] = read(record) ?? [];
      if (row === null) rows.delete(id);
      else if (row !== undefined) rows.set(id, row);
    },
    timeoutMs: TIMEOUT_MS,
  }).catch((error: unknown) => {
    if (topicRefusal(error) !== 'forbidden') throw error;
    onForbidden(topic);
    return new Map<number, number>();
  });
  return { rows: JSON.stringify([...rows.values()]), earlier };
}
