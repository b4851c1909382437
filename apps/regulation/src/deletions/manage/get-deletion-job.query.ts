import type {
  DeletionJobDetailDto,
  GetDeletionJob,
  DeletionAttemptDto,
} from '@lethe/api/deletions';
import { LetheError } from '@lethe/contracts';
import { SCHEMA } from '../../database/schema-name.js';
import { shownHistory } from '../attempts/shown-history.js';
import { isJobId } from '../job-id.js';
import { LANE_OF_JOB } from '../queues/next-attempt.js';
import {
  shownVerification,
  verificationOfJob,
  type VerificationRow,
} from '../verifications/shown-verification.js';
import { JOB_COLUMNS, rowToJob, type DeletionJobRow } from './deletion-job.mapper.js';
import type { ServiceParts } from '../../service-parts.js';

interface DetailRow extends DeletionJobRow {
  readonly history: readonly DeletionAttemptDto[] | null;
  readonly verification: VerificationRow | null;
}

/**
 * Returns one deletion job, with the outcome of each attempt and its verification.
 *
 * @throws LetheError `not_found` (also for another workspace's id), `unavailable`
 */
export async function getDeletionJob(
  { reads }: Pick<ServiceParts, 'reads'>,
  { context, id }: GetDeletionJob,
): Promise<DeletionJobDetailDto> {
  const rows = isJobId(id)
    ? await reads.query<DetailRow>(
        `select ${JOB_COLUMNS}, j.history, ${verificationOfJob('j')} as verification from ${SCHEMA}.deletion_jobs j ${LANE_OF_JOB}
            where j.id = $1 and j.workspace_id = $2`,
        [id, context.workspaceId],
      )
    : [];
  const [row] = rows;
  if (row === undefined) throw new LetheError('not_found');
  const verification = row.verification && shownVerification(row.verification);
  return {
    ...rowToJob(row),
    ...(verification && { verification }),
    history: shownHistory(row.history),
  };
}
