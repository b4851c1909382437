import type { HeartbeatDeletions } from '@lethe/api/deletions';
import type { AttemptWorker } from '@lethe/contracts';
import type { RunQuery } from '@lethe/database';
import { SCHEMA } from '../database/schema-name.js';
import { HOLDER } from './holder.js';

/**
 * Renews leases that have not ended. One that has ended is not renewed, even if nobody has noticed yet: by its own
 * clock the worker has stopped as well.
 *
 * @param reporter the kind of worker that asks: leases of another kind are not renewed
 * @returns the jobs that are held by `leaseMs` from now on
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
        where j.state = 'running' and j.lease_expires_at > statement_timestamp() and ${HOLDER} = $5
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
