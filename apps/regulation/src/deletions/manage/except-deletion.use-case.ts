import type { DeletionExceptionDto, ExceptDeletionJob } from '@lethe/api/deletions';
import { defined, LetheError, type DeletionState } from '@lethe/contracts';
import type { EntityManager } from 'typeorm';
import { SCHEMA } from '../../database/schema-name.js';
import { mayBecome } from '../../record/deletion-job-states.js';
import { hasUsersLeft } from '../../record/overdue.js';
import type { ServiceParts } from '../../service-parts.js';
import { historyWith, timeText } from '../attempts/attempt-sql.js';
import { appendStatusFacts } from '../report/append-status-facts.js';
import { settleEarlierJobs } from '../verifications/settle-earlier.js';

interface Job {
  readonly state: DeletionState;
  readonly destination_id: string;
  /** Decided by the present users, because `retried_at` is set up to some seconds later. */
  readonly is_retried: boolean;
  readonly exception: DeletionExceptionDto | null;
}

/**
 * Closes a job that failed permanently, without a deletion. A repeated call with the same reason and
 * basis changes nothing, and returns the stored exception.
 *
 * @throws LetheError `not_found` (also for another workspace's id); `conflict` for a job in another
 *   state, with another exception, or whose users were retried or canceled; `unavailable`
 */
export async function exceptDeletionJob(
  {
    database,
    topicPrefix,
    afterCommit,
  }: Pick<ServiceParts, 'database' | 'topicPrefix' | 'afterCommit'>,
  command: ExceptDeletionJob,
): Promise<DeletionExceptionDto> {
  const { exception, isNew } = await database.transaction((manager) =>
    except(manager, topicPrefix, command),
  );
  if (isNew) afterCommit();
  return exception;
}

async function except(
  manager: EntityManager,
  topicPrefix: string,
  { context, id, reason, basis }: ExceptDeletionJob,
): Promise<{ readonly exception: DeletionExceptionDto; readonly isNew: boolean }> {
  const [job] = await manager.query<Job[]>(
    `select state, destination_id, exception,
            retried_at is not null or not ${hasUsersLeft('j')} as is_retried from ${SCHEMA}.deletion_jobs j
      where id = $1 and workspace_id = $2 for update`,
    [id, context.workspaceId],
  );
  if (job === undefined) throw new LetheError('not_found');
  const { exception: earlier } = job;
  if (earlier?.reason === reason && earlier.basis === basis) {
    return { exception: earlier, isNew: false };
  }
  if (earlier !== null) {
    throw new LetheError('conflict', {
      message: `This job already has an exception with another reason or basis, by "${earlier.createdBy}" at ${earlier.at}. An exception cannot be changed.`,
    });
  }
  if (!mayBecome(job.state, 'excepted')) {
    throw new LetheError('conflict', {
      message: `The state of this job is "${job.state}". An exception can close only a job that failed permanently (state "aborted").`,
    });
  }
  if (job.is_retried) {
    throw new LetheError('conflict', {
      message:
        'This job needs no exception: each of its users is in a later job or has a canceled regulation. Record the exception for the later job, if that one fails permanently.',
    });
  }
  const given = defined({ createdBy: context.actor, reason, basis });
  const [rows] = await manager.query<[{ exception: DeletionExceptionDto }[], number]>(
    `update ${SCHEMA}.deletion_jobs
        set state = 'excepted', changed_at = statement_timestamp(),
            exception = jsonb_build_object('at', ${timeText('statement_timestamp()')}) || $2::jsonb,
            history = ${historyWith('history', `jsonb_build_object('outcome', 'excepted') || ($2::jsonb - 'basis')`)}
      where id = $1 returning exception`,
    [id, JSON.stringify(given)],
  );
  const [row] = rows;
  if (row === undefined) throw new Error('The locked job is gone.');
  await appendStatusFacts(manager, topicPrefix, [id]);
  const { workspaceId } = context;
  await settleEarlierJobs(manager, { workspaceId, destinationId: job.destination_id }, [id]);
  return { exception: row.exception, isNew: true };
}
