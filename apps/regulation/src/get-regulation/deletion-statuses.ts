import type { DeletionRecord, DeletionState, DestinationDeletion } from '@lethe/contracts';
import type { EntityManager } from 'typeorm';
import { SCHEMA } from '../database/schema-name.js';
import {
  IS_PAUSED,
  LANE_OF_JOB,
  NEXT_ATTEMPT_AT,
  PAUSED,
} from '../deletion-jobs/lanes/next-attempt.js';

interface JobRow {
  readonly destination_id: string;
  readonly state: DeletionState;
  readonly attempt: number;
  readonly reason: string | null;
  readonly held: boolean;
  readonly started_at: Date | null;
  readonly finished_at: Date | null;
  readonly next_at: Date | null;
  readonly due_at: Date | null;
  readonly is_paused: boolean;
  readonly record: DeletionRecord | null;
}

/**
 * Where the deletion of one regulation's user stands at each of its destinations: the newest job that has
 * the user counts, as a retry and a split make new ones. Where no job has the user any more, the deletion
 * was withdrawn: canceled.
 */
export async function deletionStatuses(
  manager: EntityManager,
  regulation: { id: string; workspaceId: string; destinationIds: readonly string[] },
): Promise<DestinationDeletion[]> {
  const rows = await manager.query<JobRow[]>(
    `select distinct on (j.destination_id)
            j.destination_id, j.state, j.attempt, j.reason, j.started_at, j.finished_at, j.due_at,
            j.record, j.held and j.state in ('pending', 'failed') as held, ${IS_PAUSED} as is_paused,
            ${NEXT_ATTEMPT_AT} as next_at
       from ${SCHEMA}.deletion_job_users u
       join ${SCHEMA}.deletion_jobs j on j.id = u.job_id
       ${LANE_OF_JOB}
      where u.regulation_id = $1 and j.workspace_id = $2
      order by j.destination_id, j.id desc`,
    [regulation.id, regulation.workspaceId],
  );
  const jobs = new Map(rows.map((row) => [row.destination_id, row]));
  return regulation.destinationIds.map((destinationId) => {
    const job = jobs.get(destinationId);
    if (job === undefined) return { destinationId, status: 'canceled', attempts: 0 };
    return { destinationId, ...shownJob(job) };
  });
}

function shownJob(job: JobRow): Omit<DestinationDeletion, 'destinationId'> {
  const reason = job.reason ?? (job.is_paused ? PAUSED : undefined);
  return {
    status: job.state,
    attempts: job.attempt,
    ...(reason === undefined ? {} : { reason }),
    ...at('startedAt', job.started_at),
    ...at('finishedAt', job.finished_at),
    ...at('nextAttemptAt', job.next_at),
    ...at('dueAt', job.due_at),
    ...(job.held ? { held: true } : {}),
    ...(job.record === null ? {} : { record: job.record }),
  };
}

function at<K extends string>(name: K, time: Date | null): Partial<Record<K, string>> {
  return time === null ? {} : ({ [name]: time.toISOString() } as Record<K, string>);
}
