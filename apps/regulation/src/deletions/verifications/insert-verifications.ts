import { VERIFIABLE_TYPES } from '@lethe/destination-definitions';
import type { EntityManager } from 'typeorm';
import { SCHEMA } from '../../database/schema-name.js';
import { WORKER_KIND } from '../holder.js';

export const NO_WAY =
  'Lethe knows no way to ask this destination whether it still has data of a user.';
export const BY_DATA_PLANE =
  'The data plane of the workspace deletes at this destination, and data planes verify nothing.';

/**
 * Returns the insert of one verification for each job that just became `complete`, which can also
 * be a part of the `with` of a larger statement. A destination that cannot be asked gets a
 * verification that has ended. So the record shows why it was not asked.
 *
 * @param jobs SQL: rows `j` with the columns of `VERIFIED_COLUMNS`
 * @param first number of the parameter of `verificationParameters` in the statement
 */
export function insertVerificationsSql(jobs: string, first: number): string {
  return `
    insert into ${SCHEMA}.deletion_verifications
      (job_id, workspace_id, destination_id, destination_type, state, reason, created_at, changed_at, due_at,
       claimable_at, finished_at, traceparent)
    select j.id, j.workspace_id, j.destination_id, j.destination_type,
           case when cannot.reason is null then 'pending' else 'cannot_be_checked' end, cannot.reason,
           j.changed_at, j.changed_at, due.at, due.at,
           case when cannot.reason is not null then j.changed_at end, j.traceparent
      from ${jobs}
     cross join lateral (
       select case when ${WORKER_KIND} = 'data_plane' then '${BY_DATA_PLANE}'
                   when j.destination_type <> all($${first}::text[]) then '${NO_WAY}' end as reason) cannot
     cross join lateral (
       select j.changed_at + case when cannot.reason is null then j.verify_after_seconds else 0 end
              * interval '1 second' as at) due
     where j.verify_after_seconds is not null`;
}

/** SQL: the columns of a job `j` that `insertVerificationsSql` needs. */
export const VERIFIED_COLUMNS = `j.id, j.workspace_id, j.destination_id, j.destination_type, j.changed_at, j.traceparent,
  j.claim_id, j.data_plane_claim, j.verify_after_seconds`;

export function verificationParameters(): [readonly string[]] {
  return [VERIFIABLE_TYPES];
}

/** Adds the verification of one job that just became `complete`, in the caller's transaction. */
export async function insertVerification(manager: EntityManager, jobId: string): Promise<void> {
  const jobs = `(select ${VERIFIED_COLUMNS} from ${SCHEMA}.deletion_jobs j where j.id = $1) j`;
  await manager.query(insertVerificationsSql(jobs, 2), [jobId, ...verificationParameters()]);
}
