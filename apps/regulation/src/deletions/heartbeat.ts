import type { HeartbeatDeletions } from '@lethe/api/deletions';
import type { AttemptWorker } from '@lethe/contracts';
import type { RunQuery } from '@lethe/database';
import { SCHEMA } from '../database/schema-name.js';
import { WORKER_KIND } from './holder.js';

/**
 * Renews leases that have not ended. An ended lease is not renewed, even if the sweep has not found
 * it yet. The worker measures the lease by its own clock, and stops its work when the lease ends.
 *
 * @param reporter kind of the calling worker; leases of other kinds of workers are not renewed
 * @returns the renewed jobs, each leased for `leaseMs` from now
 */
export async function renewLeases(
  query: RunQuery,
  { jobs, leaseMs }: Pick<HeartbeatDeletions, 'jobs' | 'leaseMs'>,
  reporter: AttemptWorker,
): Promise<{ readonly id: string; readonly leaseExpiresAt: Date }[]> {
  if (jobs.length === 0) return [];
  return query(
    `with beat as (
       select * from unnest($1::bigint[], $2::uuid[], $3::jsonb[]) as b (id, claim_id, progress)
     ), held as materialized (
       select j.id, beat.progress from ${SCHEMA}.deletion_jobs j
         join beat on beat.id = j.id and beat.claim_id = j.claim_id
        where j.state = 'running' and j.lease_expires_at > statement_timestamp() and ${WORKER_KIND} = $5
        order by j.id for update of j
     ), renewed as (
       update ${SCHEMA}.deletion_jobs j
          set lease_expires_at = statement_timestamp() + $4::float8 * interval '1 millisecond',
              progress = coalesce(held.progress, j.progress)
         from held where j.id = held.id
       returning j.id, j.lease_expires_at
     )
     select id, lease_expires_at as "leaseExpiresAt" from renewed`,
    [...leaseParameters(jobs), leaseMs, reporter],
  );
}

/** Renews leases of verifications, like `renewLeases` for deletion jobs. */
export async function renewVerifications(
  query: RunQuery,
  jobs: HeartbeatDeletions['jobs'],
  leaseMs: number,
  worker: AttemptWorker,
): Promise<{ readonly id: string; readonly leaseExpiresAt: Date }[]> {
  if (jobs.length === 0) return [];
  return query(
    `with held as materialized (
       select v.id, b.progress from ${SCHEMA}.deletion_verifications v
         join unnest($1::bigint[], $2::uuid[], $3::jsonb[]) as b (id, claim_id, progress)
           on b.id = v.id and b.claim_id = v.claim_id
        where v.state = 'running' and v.lease_expires_at > statement_timestamp() and v.worker = $5
        order by v.id for update of v
     ), renewed as (
       update ${SCHEMA}.deletion_verifications v
          set lease_expires_at = statement_timestamp() + $4::float8 * interval '1 millisecond',
              progress = coalesce(held.progress, v.progress)
         from held where v.id = held.id
       returning v.id, v.lease_expires_at
     )
     select id, lease_expires_at as "leaseExpiresAt" from renewed`,
    [...leaseParameters(jobs), leaseMs, worker],
  );
}

function leaseParameters(
  jobs: HeartbeatDeletions['jobs'],
): [ids: string[], claims: string[], progress: (string | null)[]] {
  return [
    jobs.map(({ jobId }) => jobId),
    jobs.map(({ claimId }) => claimId),
    jobs.map(({ progress }) => (progress === undefined ? null : JSON.stringify(progress))),
  ];
}
