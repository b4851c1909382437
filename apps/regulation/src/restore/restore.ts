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

/** A regulation that the topics name and the database does not know, or not as canceled. */
export interface LostFact {
  readonly regulationId: string;
  readonly workspaceId: string;
  readonly at: Date;
  /** Type of the regulation. */
  readonly type: string;
}

/** What a restore of the database lost, and how each part was mended. */
export interface RestoreReport {
  /** Users who are suppressed again, by one new regulation each. */
  readonly rebuilt: readonly SuppressedUser[];
  /** Users whose suppression was lifted in the lost days; they stay suppressed. */
  readonly kept: readonly SuppressedUser[];
  /** Deletion jobs that were created again, held. */
  readonly orders: readonly HeldJob[];
  /** Deletion jobs that were created again as they had ended. */
  readonly ended: readonly EndedJob[];
  /** Jobs of the database that are held from now on. */
  readonly held: readonly HeldJob[];
  readonly revoked: readonly RevokedSecret[];
  /** Regulations that could not be rebuilt under their own id. */
  readonly lost: readonly LostFact[];
  /** Cancels that were lost: these regulations are active. */
  readonly lostCancels: readonly LostFact[];
  readonly missingTopics: readonly string[];
  readonly unreadable: number;
}

/**
 * New ids begin this far behind the highest one on the topics, which may have lost the newest. As
 * many again are reserved for what is rebuilt.
 */
const GAP = 1_000_000n;

/**
 * Rebuilds from the topics what a restore of the database lost: all or nothing, in one transaction.
 * A second run finds nothing more to rebuild.
 *
 * @param options.apply false: a plan only, the transaction is rolled back
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
        // Comes first: what is created while this transaction runs must get neither lost ids nor
        // those of rebuilt rows.
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

/** Thrown to roll back a run that only plans. */
class OnlyPlanned extends Error {
  constructor(readonly report: RestoreReport) {
    super('Only planned.');
  }
}

/** @returns a job id above all that were ever given */
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
 * Evaluated after the rebuilding: leaves out regulations rebuilt under their own id, and canceled
 * ones.
 */
const LOST = `
  select f.regulation_id as "regulationId", f.workspace_id as "workspaceId", f.at, f.detail as type
    from told_facts f left join ${SCHEMA}.regulations known on known.id = f.regulation_id
   where f.fact = 'created' and known.id is null and not exists (
     select from told_facts c where c.regulation_id = f.regulation_id and c.fact = 'canceled')
   order by f.workspace_id, f.regulation_id`;

const LOST_CANCELS = `
  select f.regulation_id as "regulationId", f.workspace_id as "workspaceId", f.at,
         known.regulation_type as type
    from told_facts f join ${SCHEMA}.regulations known on known.id = f.regulation_id
   where f.fact = 'canceled' and not known.canceled
   order by f.workspace_id, f.regulation_id`;

/**
 * A sequence only goes forward. The advance takes effect at once, even if the transaction is rolled
 * back.
 */
async function advance(manager: EntityManager, sequence: string, to: bigint): Promise<void> {
  await manager.query(
    `select setval('${SCHEMA}.${sequence}', greatest(last_value, $1::bigint))
       from ${SCHEMA}.${sequence}`,
    [String(to)],
  );
}
