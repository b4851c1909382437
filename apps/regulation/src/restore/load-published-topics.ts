import { TOPICS, topicName, type TopicDefinition } from '@lethe/contracts';
import type { Revocation } from '@lethe/catalog';
import type { ReceivedRecord, TopicIdentity } from '@lethe/messaging';
import type { RunQuery } from '@lethe/database';
import type { EntityManager } from 'typeorm';
import { SCHEMA } from '../database/schema-name.js';
import { readReconciled, type Reconciled } from '../relay/published/reconciled-offsets.js';
import {
  readFact,
  readDeletionJob,
  readRevocation,
  readState,
} from '../relay/published/published-records.js';

export interface PublishedTopics {
  /** @returns undefined if the topic does not exist */
  identity(topic: string): Promise<TopicIdentity | undefined>;
  /** Calls `onRecord` with all committed records, in the sequence of each partition. */
  read(
    topic: string,
    onRecord: (record: ReceivedRecord) => Promise<void>,
    onUnreadable: () => void,
  ): Promise<void>;
}

/** Results that are not in the temporary tables. */
export interface LoadedTopics {
  readonly revocations: readonly Revocation[];
  /** Highest id of a job on the topic of deletions. */
  readonly lastJobId: bigint;
  /** Highest number of a change on the topic of suppressions. */
  readonly lastChange: bigint;
  readonly reconciled: readonly Reconciled[];
  readonly missingTopics: readonly string[];
  readonly unreadable: number;
}

const BATCH = 1_000;

/**
 * PostgreSQL drops these tables at the end of the transaction. Facts and deletion requests are
 * loaded only if the database possibly lacks them.
 */
const TABLES = [
  `create temporary table published_states (
     workspace_id text, user_id text, sources text[], is_oversized boolean, micros bigint,
     primary key (workspace_id, user_id)
   ) on commit drop`,
  `create temporary table published_facts (
     regulation_id uuid, fact text, destination_id text, workspace_id text, detail text, at timestamptz,
     primary key (regulation_id, fact, destination_id)
   ) on commit drop`,
  `create temporary table published_orders (
     job_id bigint, workspace_id text, destination_id text, destination_type text,
     requested_at timestamptz, regulation_id uuid, user_id text,
     primary key (job_id, regulation_id)
   ) on commit drop`,
];

const ADD_STATES = `
  insert into published_states
  select workspace_id, user_id, sources, is_oversized, micros
    from jsonb_to_recordset($1) as published (
      workspace_id text, user_id text, sources text[], is_oversized boolean, micros bigint)
  on conflict (workspace_id, user_id) do update set
    sources = excluded.sources, is_oversized = excluded.is_oversized, micros = excluded.micros`;

const ADD_FACTS = `
  insert into published_facts
  select published.* from jsonb_to_recordset($1) as published (
      regulation_id uuid, fact text, destination_id text, workspace_id text, detail text, at timestamptz)
    left join ${SCHEMA}.regulations known on known.id = published.regulation_id
   where known.id is null or published.fact = 'deletion_status_changed'
      or published.fact = 'canceled' and not known.canceled
  on conflict (regulation_id, fact, destination_id) do update set
    detail = excluded.detail, at = excluded.at`;

const ADD_ORDERS = `
  insert into published_orders
  select published.* from jsonb_to_recordset($1) as published (
      job_id bigint, workspace_id text, destination_id text, destination_type text,
      requested_at timestamptz, regulation_id uuid, user_id text)
   where not exists (select from ${SCHEMA}.regulations known where known.id = published.regulation_id)
  on conflict do nothing`;

/**
 * Fills `published_states`, `published_facts` and `published_orders`. Skips records that were
 * compared with the database after an earlier restore.
 */
export async function loadTopics(
  manager: EntityManager,
  topics: PublishedTopics,
  prefix: string,
): Promise<LoadedTopics> {
  const query: RunQuery = (sql, parameters) => manager.query(sql, [...(parameters ?? [])]);
  for (const table of TABLES) await query(table);
  const reconciled: Reconciled[] = [];
  const missingTopics: string[] = [];
  const revocations = new Map<string, Revocation>();
  let [lastJobId, lastChange, unreadable] = [0n, 0n, 0];

  const load = async (
    definition: TopicDefinition,
    insert: string,
    toRows: (record: ReceivedRecord) => Rows | undefined,
  ): Promise<void> => {
    const topic = topicName(prefix, definition);
    const identity = await topics.identity(topic);
    if (identity === undefined) return void missingTopics.push(topic);
    const comparedBefore = await readReconciled(query, topic, identity);
    const positions = new Map(comparedBefore);
    reconciled.push({ topic, identity, positions });
    /** Rows by key. A later record replaces an earlier record with the same key. */
    const batch = new Map<string, object>();
    const flush = async (): Promise<void> => {
      if (batch.size > 0) await manager.query(insert, [JSON.stringify([...batch.values()])]);
      batch.clear();
    };
    const onRecord = async (record: ReceivedRecord): Promise<void> => {
      const offset = Number(record.offset);
      const rows = toRows(record);
      if (offset < (comparedBefore.get(record.partition) ?? 0)) return;
      positions.set(record.partition, offset + 1);
      if (rows === undefined) unreadable += 1;
      for (const [key, row] of rows ?? []) batch.set(key, row);
      if (batch.size >= BATCH) await flush();
    };
    await topics.read(topic, onRecord, () => (unreadable += 1));
    await flush();
  };

  await load(TOPICS.suppressions, ADD_STATES, (record) => {
    const state = readState(record);
    if (state === undefined) return undefined;
    lastChange = max(lastChange, BigInt(state.number));
    const { workspaceId: workspace_id, userId: user_id, isOversized: is_oversized } = state;
    const { sources, micros } = state;
    return [
      [`${workspace_id}:${user_id}`, { workspace_id, user_id, sources, is_oversized, micros }],
    ];
  });
  await load(TOPICS.lifecycle, ADD_FACTS, (record) => {
    const fact = readFact(record);
    if (fact === undefined) return undefined;
    const { regulationId: regulation_id, workspaceId: workspace_id, occurredAt: at } = fact;
    const ofDestination = fact.fact === 'deletion_status_changed';
    const destination_id = ofDestination ? fact.destinationId : '';
    const detail = ofDestination ? fact.status : fact.fact === 'created' ? fact.regulationType : '';
    const row = { regulation_id, fact: fact.fact, destination_id, workspace_id, detail, at };
    return [[`${regulation_id} ${fact.fact} ${destination_id}`, row]];
  });
  await load(TOPICS.deletions, ADD_ORDERS, (record) => {
    const job = readDeletionJob(record);
    if (job === undefined) return undefined;
    lastJobId = max(lastJobId, BigInt(job.jobId));
    return job.users.map(({ regulationId: regulation_id, userId: user_id }) => [
      `${job.jobId} ${regulation_id}`,
      {
        job_id: job.jobId,
        workspace_id: job.workspaceId,
        destination_id: job.destinationId,
        destination_type: job.destinationType,
        requested_at: job.requestedAt,
        regulation_id,
        user_id,
      },
    ]);
  });
  await load(TOPICS.revocations, '', (record) => {
    const revocation = readRevocation(record);
    if (revocation === null) revocations.delete(record.key ?? '');
    else if (revocation !== undefined) revocations.set(revocation.hash, revocation);
    return revocation === undefined ? undefined : [];
  });
  for (const table of ['published_states', 'published_facts', 'published_orders']) {
    await manager.query(`analyze ${table}`);
  }
  return {
    revocations: [...revocations.values()],
    ...{ lastJobId, lastChange, reconciled, missingTopics, unreadable },
  };
}

type Rows = readonly (readonly [string, object])[];

function max(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}
