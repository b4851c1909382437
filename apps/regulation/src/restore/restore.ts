import {
  applyRevocations,
  endSessions,
  touchConfigurations,
  type RevokedSecret,
} from '@lethe/catalog';
import { ADVISORY_LOCKS, type DatabaseConnection, type RunQuery } from '@lethe/database';
import type { EntityManager } from 'typeorm';
import { SCHEMA } from '../database/schema-name.js';
import { RegulationEvents } from '../record/regulation-events.js';
import { loadTopics, type LoadedTopics, type PublishedTopics } from './load-published-topics.js';
import {
  holdDoubtfulJobs,
  rebuildDeletionJobs,
  type EndedJob,
  type HeldJob,
} from './rebuild-deletion-jobs.js';
import {
  keepLiftedUsers,
  rebuildSuppressions,
  type SuppressedUser,
} from './rebuild-suppressions.js';
import { rememberReconciled } from '../relay/published/reconciled-offsets.js';
import { endImports } from '../imports/end-imports.js';
import { startNewGeneration } from './start-new-generation.js';

/** A regulation that the topics have and the database lacks, or whose cancel the database lacks. */
export interface LostFact {
  readonly regulationId: string;
  readonly workspaceId: string;
  readonly at: Date;
  readonly type: string;
}

/** Data that was lost with a restore, and how each part was corrected. */
export interface RestoreReport {
  /** Users that are suppressed again, each by a new regulation. */
  readonly rebuilt: readonly SuppressedUser[];
  /** Users whose suppression was lifted after the backup; they stay suppressed. */
  readonly kept: readonly SuppressedUser[];
  /** Jobs that were recreated on hold. */
  readonly orders: readonly HeldJob[];
  /** Jobs that were recreated in their final state. */
  readonly ended: readonly EndedJob[];
  /** Jobs of the database that were put on hold. */
  readonly held: readonly HeldJob[];
  readonly revoked: readonly RevokedSecret[];
  /** Regulations that could not be recreated under their original id. */
  readonly lost: readonly LostFact[];
  /** Regulations that are active because their cancel was lost. */
  readonly lostCancels: readonly LostFact[];
  readonly missingTopics: readonly string[];
  readonly unreadable: number;
}

/**
 * New ids begin this far above the highest id on the topics, because the topics can lack the newest
 * ids. A second range of this size is for recreated rows.
 */
const GAP = 1_000_000n;

/**
 * Recreates the lost data from the topics in one transaction. A second run finds nothing to
 * correct.
 *
 * @param options.apply if false, the transaction is rolled back, and the report is a plan
 * @throws LetheError `unavailable`; the error of Kafka
 */
export async function restore(
  database: DatabaseConnection,
  options: {
    readonly topics: PublishedTopics;
    readonly topicPrefix: string;
    readonly apply: boolean;
  },
): Promise<RestoreReport> {
  const { topics, topicPrefix, apply } = options;
  try {
    return await database.transaction(async (manager) => {
      await manager.query('set local idle_in_transaction_session_timeout = 0');
      await manager.query('select pg_advisory_xact_lock($1)', [ADVISORY_LOCKS.restore]);
      const loaded = await loadTopics(manager, topics, topicPrefix);
      const firstFreeJobId = await freeJobId(manager, loaded);
      if (apply) {
        // The sequences advance first. While this transaction runs, new rows must get neither the
        // ids of lost rows nor the ids of recreated rows.
        await advance(manager, 'suppression_changes', loaded.lastChange + GAP);
        await advance(manager, 'deletion_jobs_id_seq', firstFreeJobId + GAP);
      }
      const report = await rebuild(manager, { loaded, firstFreeJobId, topicPrefix });
      if (!apply) throw new OnlyPlanned(report);
      await touchConfigurations(manager);
      await endSessions(manager);
      const query: RunQuery = (sql, parameters) => manager.query(sql, [...(parameters ?? [])]);
      for (const topic of loaded.reconciled) await rememberReconciled(query, topic);
      await startNewGeneration(query);
      await endImports(query);
      return report;
    });
  } catch (error) {
    if (error instanceof OnlyPlanned) return error.report;
    throw error;
  }
}

class OnlyPlanned extends Error {
  constructor(readonly report: RestoreReport) {
    super('Only planned.');
  }
}

/** Returns an id above the ids of all jobs, including lost jobs. */
async function freeJobId(manager: EntityManager, loaded: LoadedTopics): Promise<bigint> {
  const [last] = await manager.query<{ id: string }[]>(
    `select last_value as id from ${SCHEMA}.deletion_jobs_id_seq`,
  );
  const lastJobId = BigInt(last?.id ?? 0);
  return (lastJobId > loaded.lastJobId ? lastJobId : loaded.lastJobId) + GAP;
}

async function rebuild(
  manager: EntityManager,
  options: {
    readonly loaded: LoadedTopics;
    readonly firstFreeJobId: bigint;
    readonly topicPrefix: string;
  },
): Promise<RestoreReport> {
  const { loaded, firstFreeJobId, topicPrefix } = options;
  const revoked = await applyRevocations(manager, loaded.revocations);
  const held = await holdDoubtfulJobs(manager);
  const jobs = await rebuildDeletionJobs(manager, firstFreeJobId);
  const rebuilt = await rebuildSuppressions(manager, new RegulationEvents(topicPrefix));
  const kept = await keepLiftedUsers(manager);
  const { missingTopics, unreadable } = loaded;
  return {
    ...{ rebuilt, kept, held, revoked, missingTopics, unreadable },
    ...{ orders: jobs.held, ended: jobs.ended },
    lost: await manager.query(LOST),
    lostCancels: await manager.query(LOST_CANCELS),
  };
}

/**
 * SQL: regulations that are still lost after the rebuild. Canceled regulations do not count,
 * although they were not recreated.
 */
const LOST = `
  select f.regulation_id as "regulationId", f.workspace_id as "workspaceId", f.at, f.detail as type
    from published_facts f left join ${SCHEMA}.regulations known on known.id = f.regulation_id
   where f.fact = 'created' and known.id is null and not exists (
     select from published_facts c where c.regulation_id = f.regulation_id and c.fact = 'canceled')
   order by f.workspace_id, f.regulation_id`;

const LOST_CANCELS = `
  select f.regulation_id as "regulationId", f.workspace_id as "workspaceId", f.at,
         known.regulation_type as type
    from published_facts f join ${SCHEMA}.regulations known on known.id = f.regulation_id
   where f.fact = 'canceled' and not known.canceled
   order by f.workspace_id, f.regulation_id`;

/**
 * Advances a sequence, and never moves it back. The change takes effect at once, even if the
 * transaction is rolled back.
 */
async function advance(manager: EntityManager, sequence: string, to: bigint): Promise<void> {
  await manager.query(
    `select setval('${SCHEMA}.${sequence}', greatest(last_value, $1::bigint))
       from ${SCHEMA}.${sequence}`,
    [String(to)],
  );
}
