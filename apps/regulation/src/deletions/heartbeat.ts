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
    [
      jobs.map(({ jobId }) => jobId),
      jobs.map(({ claimId }) => claimId),
      jobs.map(({ progress }) => (progress === undefined ? null : JSON.stringify(progress))),
      leaseMs,
      reporter,
    ],
  );
}
