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
import { JOB_COLUMNS, rowToJob, type DeletionJobRow } from './deletion-job.mapper.js';
import type { ServiceParts } from '../../service-parts.js';

/**
 * Returns one deletion job, with the outcome of each attempt.
 *
 * @throws LetheError `not_found` (also for another workspace's id), `unavailable`
 */
export async function getDeletionJob(
  { reads }: Pick<ServiceParts, 'reads'>,
  { context, id }: GetDeletionJob,
): Promise<DeletionJobDetailDto> {
  const rows = isJobId(id)
    ? await reads.query<DeletionJobRow & { history: readonly DeletionAttemptDto[] | null }>(
        `select ${JOB_COLUMNS}, j.history from ${SCHEMA}.deletion_jobs j ${LANE_OF_JOB}
            where j.id = $1 and j.workspace_id = $2`,
        [id, context.workspaceId],
      )
    : [];
  const [row] = rows;
  if (row === undefined) throw new LetheError('not_found');
  return { ...rowToJob(row), history: shownHistory(row.history) };
}
