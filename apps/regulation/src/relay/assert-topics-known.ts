import { TOPICS, topicName } from '@lethe/contracts';
import {
  readNewest,
  topicRefusal,
  type KafkaClient,
  type ReceivedRecord,
  type TopicIdentity,
} from '@lethe/messaging';
import { DEFAULT_BATCH_SIZE, type RunQuery } from '@lethe/outbox';
import { readReconciled } from '../restore/reconciled-offsets.js';
import { USERS_OF_CHANGE } from '../suppressions/changed-states.js';
import { readFact, readRevocation, readStateId } from '../restore/topic-contents.js';
import { readPosition } from './relay-position.js';
import { unknownToDatabase, type ToldRecords } from './unknown-to-database.js';

/** The topics know more than the database: it was restored, or failed over to a copy that lags. */
export class DatabaseBehindError extends Error {
  override readonly name = 'DatabaseBehindError';

  /** @param unknown kind → how many records of it */
  constructor(unknown: readonly (readonly [kind: string, count: number])[]) {
    const found = unknown.map(([kind, count]) => `${count} ${kind}`).join(', ');
    super(
      `The topics know more than the database does (of the newest records: ${found}). It was restored, or failed over to a copy that was behind. Nothing is published until "lethe restored --apply" was run; "lethe restored --plan" says what that does.`,
    );
  }
}

/**
 * How many offsets before the end of a topic are looked at, of all partitions together. What was lost
 * is at the end: behind it come at most the changes that got their numbers in the same statement, in
 * any order, and what came ahead of its turn in the two rounds that these may fall into. Twice as
 * many, for markers and because keys spread unevenly.
 *
 * While more waits than one statement numbers, the order of states is not that of the commits: what
 * was lost may stand behind as much as was told since it was committed. All of that is behind what the
 * database knows of the topic, so as much is looked at besides, in parts of this many offsets. Facts
 * are told in the order of the commits.
 */
const OFFSETS = 2 * DEFAULT_BATCH_SIZE * (1 + 2 * (USERS_OF_CHANGE - 1));
const TIMEOUT_MS = 30_000;

export interface TopicsKnownOptions {
  readonly query: RunQuery;
  /** What the session holds its lock on: what another one knows says nothing. */
  readonly database: string;
  readonly kafka: KafkaClient;
  readonly topicPrefix: string;
  /** Told of a topic that may not be read: then nobody knows, and the relay goes on. */
  readonly onForbidden: (topic: string) => void;
}

/** Of several records with one id the last one counts; null is a tombstone's. */
type Read = (record: ReceivedRecord) => readonly [id: string, row: object | null] | undefined;

interface Newest {
  /** A JSON array. */
  readonly rows: string;
  /** Partition → offset before which there is more. */
  readonly earlier: ReadonlyMap<number, number>;
}

/**
 * Holds the newest records of the topics against the database. Whatever was told was committed
 * before, and no row that tells of it is ever removed or gets older: so the database knows all of it,
 * unless it went back in time. A promotion that lost nothing passes, and so does a new Kafka.
 *
 * @throws DatabaseBehindError with what the database does not know; AnotherDatabaseError; the error of
 *   Kafka or Postgres
 */
export async function assertTopicsKnown(options: TopicsKnownOptions): Promise<void> {
  const { query, database } = options;
  const assertKnown = async (told: Partial<ToldRecords>): Promise<void> => {
    const all = { states: '[]', facts: '[]', revocations: '[]', ...told };
    const unknown = await unknownToDatabase(query, database, all);
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

function newestStates(options: TopicsKnownOptions, before?: ReadonlyMap<number, number>) {
  const read: Read = (record) => {
    const state = readStateId(record);
    return state && [record.key ?? '', state];
  };
  return newest(options, 'suppressions', read, before);
}

async function newest(
  { query, kafka, topicPrefix, onForbidden }: TopicsKnownOptions,
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
