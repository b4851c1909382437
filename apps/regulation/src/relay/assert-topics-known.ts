import { TOPICS, topicName } from '@lethe/contracts';
import {
  readNewest,
  topicRefusal,
  type KafkaClient,
  type ReceivedRecord,
  type TopicIdentity,
} from '@lethe/messaging';
import { DEFAULT_BATCH_SIZE, type RunQuery } from '@lethe/outbox';
import { SCHEMA } from '../database/schema-name.js';
import { readReconciled } from '../restore/reconciled-offsets.js';
import { USERS_OF_CHANGE } from '../suppressions/changed-states.js';
import { readFact, readRevocation, readStateId } from '../restore/topic-contents.js';

/** The topics know more than the database: it was restored, or failed over to a copy that lags. */
export class DatabaseBehindError extends Error {
  override readonly name = 'DatabaseBehindError';
}

/**
 * How many offsets before the end of a topic are looked at, of all partitions together. What was lost
 * is at the end: behind it come at most the changes that got their numbers in the same statement, in
 * any order, and what came ahead of its turn in the two rounds that these may fall into. Twice as
 * many, for markers and because keys spread unevenly.
 *
 * While more waits than one statement numbers, the order is not that of the commits: a loss of less
 * time than a bulk takes to be told may then stand behind as much of that bulk, and is not seen.
 */
const OFFSETS = 2 * DEFAULT_BATCH_SIZE * (1 + 2 * (USERS_OF_CHANGE - 1));
const TIMEOUT_MS = 30_000;

/**
 * Holds the newest records of the topics against the database. Whatever was told was committed
 * before, and no row that tells of it is ever removed or gets older: so the database knows all of it,
 * unless it went back in time. A promotion that lost nothing passes, and so does a new Kafka.
 *
 * @param onForbidden told of a topic that may not be read: then nobody knows, and the relay goes on
 * @throws DatabaseBehindError with what the database does not know; the error of Kafka or Postgres
 */
export async function assertTopicsKnown(
  query: RunQuery,
  kafka: KafkaClient,
  topicPrefix: string,
  onForbidden: (topic: string) => void,
): Promise<void> {
  const newest = async (topic: string, read: Read): Promise<string> => {
    const rows = new Map<string, object>();
    const onRecord = (record: ReceivedRecord): void => {
      const [id = '', row] = read(record) ?? [];
      if (row === null) rows.delete(id);
      else if (row !== undefined) rows.set(id, row);
    };
    const after = (identity: TopicIdentity) => readReconciled(query, topic, identity);
    const options = { topic, offsets: OFFSETS, after, onRecord, timeoutMs: TIMEOUT_MS };
    await readNewest(kafka, options).catch((error: unknown) => {
      if (topicRefusal(error) !== 'forbidden') throw error;
      onForbidden(topic);
    });
    return JSON.stringify([...rows.values()]);
  };
  const name = (key: keyof typeof TOPICS): string => topicName(topicPrefix, TOPICS[key]);
  const [states, facts, revocations] = await Promise.all([
    newest(name('suppressions'), (record) => {
      const state = readStateId(record);
      return state && [record.key ?? '', state];
    }),
    newest(name('lifecycle'), (record) => {
      const told = readFact(record);
      return told && [`${told.regulationId} ${told.fact}`, told];
    }),
    newest(name('revocations'), (record) => {
      const revocation = readRevocation(record);
      return revocation === undefined ? undefined : [record.key ?? '', revocation];
    }),
  ]);
  const [unknown] = await query<Unknown>(UNKNOWN, [states, facts, revocations]);
  if (unknown === undefined) return;
  const found = Object.entries(unknown).filter(([, count]) => count > 0);
  if (found.length === 0) return;
  throw new DatabaseBehindError(
    `The topics know more than the database does (of the newest records: ${found.map(([what, count]) => `${count} ${what}`).join(', ')}). It was restored, or failed over to a copy that was behind. Nothing is published until "lethe restored --apply" was run; "lethe restored --plan" says what that does.`,
  );
}

/** Of several records with one id the last one counts; null is a tombstone's. */
type Read = (record: ReceivedRecord) => readonly [id: string, row: object | null] | undefined;

interface Unknown {
  readonly states: number;
  readonly facts: number;
  readonly revocations: number;
}

/** The user has a row as new as what was told. */
const IS_AS_NEW = `s.workspace_id = told."workspaceId" and s.user_id = told."userId"
            and (extract(epoch from s.changed_at) * 1000000)::bigint >= told.micros`;

/**
 * A state is known when its generation is ours and the user's rows are as new; see `state_id`. The row
 * of its number, if that has not changed, is mostly the one: 12,000 users at 1,000 sources each are 12
 * million rows, which took longer than a statement may, and are 0.1 s by their numbers.
 */
const UNKNOWN = `
  select (
    select count(*)::int from jsonb_to_recordset($1) as told (
        "workspaceId" text, "userId" text, generation uuid, number bigint, micros bigint)
     where not exists (
         select from ${SCHEMA}.generation where id = told.generation
         union all
         select from ${SCHEMA}.past_generations where id = told.generation
       ) or not exists (
         select from ${SCHEMA}.suppressions s where s.change_seq = told.number and ${IS_AS_NEW}
       ) and not exists (
         select from ${SCHEMA}.suppressions s where ${IS_AS_NEW}
       )
  ) as states, (
    select count(*)::int
      from jsonb_to_recordset($2) as told ("regulationId" uuid, fact text)
      left join ${SCHEMA}.regulations known on known.id = told."regulationId"
     where told.fact in ('created', 'canceled')
       and (known.id is null or told.fact = 'canceled' and not known.canceled)
  ) as facts, (
    select count(*)::int
      from jsonb_to_recordset($3) as told (hash text, reason text)
     where told.reason = 'revoked' and not exists (
       select from catalog.revocations known where known.hash = decode(told.hash, 'hex')
       union all -- it works again, which was not told yet
       select from ${SCHEMA}.told_revocations known where known.hash = decode(told.hash, 'hex'))
  ) as revocations`;
