import { ADVISORY_LOCKS, type DatabaseConnection } from '@lethe/database';
import { queuesOf, type DestinationQueue } from '../queues/destination-queue.js';
import { lockQueues, settleQueues } from '../queues/settle-queues.js';
import { DELETE, type ClaimTask } from './claim-task.js';
import { claimSql, type ClaimedRow, type ClaimKind } from './fair-claim-sql.js';

/**
 * At destinations of these types, one pass over the data deletes the users of many jobs. Only
 * Lethe's deletion worker claims several jobs of one destination.
 */
const ONE_PASS_TYPES = ['S3'];
const JOBS_OF_ONE_PASS = 200;
/**
 * If a try of a claim found only destinations without jobs, the next try reads at least this many
 * destinations.
 */
const POLLED_NEXT = 50;
const POLLS_FOR_MS = 3_000;

export type TakenJob = ClaimedRow & { readonly id: string; readonly job_id: string };

export interface Claim {
  /** UUID, used as the token of the lease. */
  readonly claimId: string;
  readonly destinations: number;
  readonly leaseMs: number;
  /** Kind of worker, with the SQL condition that selects its destinations. */
  readonly kind: ClaimKind;
  /** Default: deletions. */
  readonly task?: ClaimTask;
  /** Parameter of the SQL condition in `kind`. */
  readonly scope: readonly string[];
  /** Name of the worker, if workspaces share its slots. */
  readonly worker?: string;
}

/**
 * Claims jobs. If a destination seemed ready but has no job, its queue sleeps until its next job
 * can be claimed. The claim then tries other destinations. It ends when it has a job, when no
 * further destination seems ready, or after 3 s.
 *
 * A caller can send the same claim twice. The second claim then waits in a separate statement until
 * the first claim ends. So the next statement of the second claim sees the jobs of the first claim,
 * and returns the same jobs. If both claims ran in parallel, each would take a job, and the caller
 * would receive only one of these jobs.
 */
export async function claimJobs(database: DatabaseConnection, claim: Claim): Promise<TakenJob[]> {
  const sql = claimSql(claim.kind, claim.task ?? DELETE);
  const end = performance.now() + POLLS_FOR_MS;
  for (let polled = claim.destinations; ; polled = Math.max(polled, POLLED_NEXT)) {
    const rows = await database.transaction(async (manager) => {
      await manager.query('select pg_advisory_xact_lock($1, hashtext($2))', [
        ADVISORY_LOCKS.claim,
        claim.claimId,
      ]);
      return manager.query<ClaimedRow[]>(sql, [
        claim.claimId,
        claim.destinations,
        claim.leaseMs,
        claim.scope,
        claim.kind.reporter === 'lethe' ? ONE_PASS_TYPES : [],
        JOBS_OF_ONE_PASS,
        polled,
        claim.worker ?? null,
      ]);
    });
    const taken = rows.filter((row): row is TakenJob => row.id !== null);
    const idle = rows.filter(({ id }) => id === null).map(toQueue);
    await settleIdle(database, idle);
    if (taken.length > 0 || idle.length === 0 || performance.now() > end) return taken;
  }
}

async function settleIdle(
  database: DatabaseConnection,
  idle: readonly DestinationQueue[],
): Promise<void> {
  if (idle.length === 0) return;
  await database.transaction(async (manager) => {
    const locked = await lockQueues(manager, queuesOf(idle), { skipLocked: true });
    await settleQueues(manager, locked);
  });
}

export function toQueue(
  row: Pick<ClaimedRow, 'workspace_id' | 'destination_id'>,
): DestinationQueue {
  return { workspaceId: row.workspace_id, destinationId: row.destination_id };
}
