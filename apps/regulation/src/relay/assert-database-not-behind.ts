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

/**
 * The topics have records that the database lacks, because the database was restored or failed over
 * to an old copy.
 */
export class DatabaseBehindError extends OperatorError {
  override readonly name = 'DatabaseBehindError';

  /** @param unknown kind → number of records */
  constructor(unknown: readonly (readonly [kind: string, count: number])[]) {
    const found = unknown.map(([kind, count]) => `${count} ${kind}`).join(', ');
    super(
      `The topics have records that the database lacks (among the newest records: ${found}). The database was restored, or failed over to an older copy. Nothing is published until you run "lethe restored --apply". "lethe restored --plan" shows what that changes.`,
    );
  }
}

/**
 * Maximum number of changes in a round of any release. An earlier release had this
 * `DEFAULT_BATCH_SIZE`.
 */
const LARGEST_ROUND = 4_000;

/**
 * Number of offsets to read before the end of a topic, in all partitions together. Records that the
 * database lost are near the end of the topic. Only two kinds of records can follow such a record:
 * - changes that got their numbers in the same statement, because a statement numbers its changes
 *   in any sequence
 * - early changes (see `CHANGED_STATES`) in the two rounds that published these changes
 *
 * The number is doubled, because transaction markers also take offsets, and because keys are not
 * spread evenly over partitions.
 *
 * While more changes wait than one statement numbers, states are not published in the sequence of
 * their commits. Then all records that were published since the commit of a lost change can follow
 * it. These records are after the end of the topic that the database has stored. So the check also
 * reads all records after the stored end, in parts of this many offsets. Facts are always published
 * in the sequence of their commits.
 */
const OFFSETS = 2 * LARGEST_ROUND * (1 + 2 * (USERS_OF_CHANGE - 1));
const TIMEOUT_MS = 30_000;

export interface NotBehindOptions {
  readonly query: RunQuery;
  /**
   * Identity of the database on which the session holds its lock. Answers of other databases are
   * invalid.
   */
  readonly database: string;
  readonly kafka: KafkaClient;
  readonly topicPrefix: string;
  /**
   * Called with a topic that the relay is not allowed to read. The relay continues without checking
   * this topic.
   */
  readonly onForbidden: (topic: string) => void;
}

/**
 * Returns the id and the row of a record. The row of a tombstone is null. If several records have
 * the same id, only the last record is compared.
 */
type Read = (record: ReceivedRecord) => readonly [id: string, row: object | null] | undefined;

interface Newest {
  /** A JSON array. */
  readonly rows: string;
  /** Partition → offset before which there are more records. */
  readonly earlier: ReadonlyMap<number, number>;
}

/**
 * Compares the newest records of the topics with the database. Every record was committed before it
 * was published. The database never removes the rows from which a record was made, and never
 * replaces them by older rows. So the database contains all records, unless it was set back to an
 * earlier state. The check passes after a failover without losses, and for an empty Kafka.
 *
 * @throws DatabaseBehindError with the records that the database lacks; AnotherDatabaseError; the
 *   error of Kafka or Postgres
 */
export async function assertDatabaseNotBehind(options: NotBehindOptions): Promise<void> {
  const { query, database } = options;
  const assertKnown = async (some: Partial<PublishedRecords>): Promise<void> => {
    const all = { states: '[]', facts: '[]', revocations: '[]', ...some };
    const unknown = await countUnknownRecords(query, database, all);
    if (unknown.length > 0) throw new DatabaseBehindError(unknown);
  };
  const { topic } = await readPosition(query);
  const [states, facts, revocations] = await Promise.all([
    newestStates(options),
    newest(options, 'lifecycle', (record) => {
      const fact = readFact(record);
      return fact && [`${fact.regulationId} ${fact.fact}`, fact];
    }),
    newest(options, 'revocations', (record) => {
      const revocation = readRevocation(record);
      return revocation === undefined ? undefined : [record.key ?? '', revocation];
    }),
  ]);
  await assertKnown({ states: states.rows, facts: facts.rows, revocations: revocations.rows });
  for (let { earlier } = states; ;) {
    const before = new Map(
      [...earlier].filter(([partition, start]) => start > (topic?.ends[partition] ?? start)),
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
