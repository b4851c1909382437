import type { VerificationDto } from '@lethe/api/deletions';
import type { DeletionRecord, VerificationState } from '@lethe/contracts';
import { timeText } from '../attempts/attempt-sql.js';
import { SCHEMA } from '../../database/schema-name.js';

/** A verification as JSON, with what it says about one user. */
export interface VerificationRow {
  readonly state: VerificationState;
  readonly dueAt: string;
  readonly checkedAt: string | null;
  readonly nextAttemptAt: string | null;
  /** Number of rows, keys or records of the user. */
  readonly found: number | null;
  readonly isDoubtful: boolean;
  readonly reason: string | null;
  readonly record: DeletionRecord | null;
  readonly orderedBy: string | null;
}

/**
 * SQL: joins the verification `v` of a job `j` to show, if there is one. An open one that a person
 * ordered comes first, then the one that ended last, then one that waits for its time.
 */
export const VERIFICATION_OF_JOB = `left join lateral (
         select * from ${SCHEMA}.deletion_verifications of_job where of_job.job_id = j.id
          order by of_job.finished_at is null and of_job.ordered_by is not null desc,
                   of_job.finished_at desc nulls last, of_job.id desc limit 1) v on true`;

/**
 * SQL: a `VerificationRow`; null without a verification.
 *
 * @param regulationId SQL expression for the id of the user's regulation
 */
export const verificationOfUser = (regulationId: string): string => `case when v.id is not null then
  jsonb_build_object(
    'state', v.state, 'dueAt', ${timeText('v.due_at')}, 'checkedAt', ${timeText('v.finished_at')},
    'nextAttemptAt', case when v.state in ('pending', 'failed') then ${timeText('v.claimable_at')} end,
    'found', v.found -> ${regulationId}::text,
    'isDoubtful', coalesce(jsonb_exists(v.doubtful, ${regulationId}::text), false),
    'reason', v.reason, 'record', v.record, 'orderedBy', v.ordered_by) end`;

/** Returns what a verification says about one user. Other users of its job can have another state. */
export function shownVerification(row: VerificationRow): VerificationDto {
  const status = statusOfUser(row);
  const hasReason = row.reason !== null && status !== 'absent' && status !== 'found';
  return {
    status,
    dueAt: row.dueAt,
    ...(row.checkedAt === null ? {} : { checkedAt: row.checkedAt }),
    ...(row.nextAttemptAt === null ? {} : { nextAttemptAt: row.nextAttemptAt }),
    ...(row.found === null ? {} : { found: row.found }),
    ...(hasReason ? { reason: row.reason } : {}),
    ...(row.record === null ? {} : { record: row.record }),
    ...(row.orderedBy === null ? {} : { createdBy: row.orderedBy }),
  };
}

function statusOfUser({ state, found, isDoubtful, record }: VerificationRow): VerificationState {
  if (record === null) return state; // the destination did not answer, or not yet
  if (found !== null) return 'found';
  return isDoubtful ? 'cannot_be_checked' : 'absent';
}
