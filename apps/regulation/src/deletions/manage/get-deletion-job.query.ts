import type {
  DeletionJobDetailDto,
  GetDeletionJob,
  DeletionAttemptDto,
} from '@lethe/api/deletions';
import { LetheError } from '@lethe/contracts';
import type { DatabaseConnection } from '@lethe/database';
import { SCHEMA } from '../../database/schema-name.js';
import { shownHistory } from '../attempts/shown-history.js';
import { isJobId } from '../job-id.js';
import { LANE_OF_JOB } from '../queues/next-attempt.js';
import { assertInTime } from '../../record/assert-in-time.js';
import { JOB_COLUMNS, rowToJob, type DeletionJobRow } from './deletion-job.mapper.js';

/** Shows one deletion job, with what each attempt came to. */
export class GetDeletionJobQuery {
  constructor(private readonly database: DatabaseConnection) {}

  /** @throws LetheError `not_found` (also for another workspace's id), `unavailable` */
  async execute({ context, id }: GetDeletionJob): Promise<DeletionJobDetailDto> {
    assertInTime(context);
    const rows = isJobId(id)
      ? await this.database.query<
          DeletionJobRow & { history: readonly DeletionAttemptDto[] | null }
        >(
          `select ${JOB_COLUMNS}, j.history from ${SCHEMA}.deletion_jobs j ${LANE_OF_JOB}
            where j.id = $1 and j.workspace_id = $2`,
          [id, context.workspaceId],
        )
      : [];
    const [row] = rows;
    if (row === undefined) throw new LetheError('not_found');
    return { ...rowToJob(row), history: shownHistory(row.history) };
  }
}
