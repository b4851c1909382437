import { ADVISORY_LOCKS, type DatabaseConnection } from '@lethe/database';
import { lanesOf, type Lane } from '../queues/lane.js';
import { lockLanes, settleLanes } from '../queues/settle-lanes.js';
import { claimSql, type ClaimedRow, type ClaimKind } from './fair-claim-sql.js';

/** Types whose one pass deletes the users of all jobs that wait. Only Lethe's own worker takes many jobs at once. */
const ONE_PASS_TYPES = ['S3'];
/** Most jobs of one such pass. */
const JOBS_OF_ONE_PASS = 200;
/** Destinations that a claim looks at again after those that seemed ready had nothing. */
const LOOKED_AT_AGAIN = 50;
/** Milliseconds for which it goes on to look. */
const LOOKS_FOR_MS = 3_000;

/** A job that was taken. */
export type TakenJob = ClaimedRow & { readonly id: string };

export interface Claim {
  /** UUID: the token of the lease. */
  readonly claimId: string;
  readonly destinations: number;
  readonly leaseMs: number;
  /** Which destinations: one of the conditions of `fair-claim-sql.ts`, and its parameter. */
  readonly kind: ClaimKind;
  readonly scope: readonly string[];
  /** Name of the worker, where workspaces share its places. */
  readonly worker?: string;
}

/**
 * Takes jobs. Destinations that seemed ready and have nothing are put to sleep until their next job may be claimed,
 * and then others are looked at, until something is found or nothing seems ready.
 *
 * The same claim sent twice waits for its twin, in a statement of its own: so it sees what that has taken, and gets
 * the same. Together they would take one job each, and the caller hears of one answer only.
 */
export async function claimJobs(database: DatabaseConnection, claim: Claim): Promise<TakenJob[]> {
  const sql = claimSql(claim.kind);
  const end = performance.now() + LOOKS_FOR_MS;
  for (let looked = claim.destinations; ; looked = Math.max(looked, LOOKED_AT_AGAIN)) {
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
        looked,
        claim.worker ?? null,
      ]);
    });
    const taken = rows.filter((row): row is TakenJob => row.id !== null);
    const idle = rows.filter(({ id }) => id === null).map(toLane);
    await settleIdle(database, idle);
    if (taken.length > 0 || idle.length === 0 || performance.now() > end) return taken;
  }
}

/** Settles destinations that nobody works at. */
async function settleIdle(database: DatabaseConnection, idle: readonly Lane[]): Promise<void> {
  if (idle.length === 0) return;
  await database.transaction(async (manager) => {
    const locked = await lockLanes(manager, lanesOf(idle), { skipLocked: true });
    await settleLanes(manager, locked);
  });
}

export function toLane(row: Pick<ClaimedRow, 'workspace_id' | 'destination_id'>): Lane {
  return { workspaceId: row.workspace_id, destinationId: row.destination_id };
}
