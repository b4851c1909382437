import type { VerificationDto } from '@lethe/api/deletions';
import type { DeletionRecord, VerificationState } from '@lethe/contracts';
import { timeText } from '../attempts/attempt-sql.js';
import { SCHEMA } from '../../database/schema-name.js';

/** A verification as JSON, with what it says about one user, or about all users of its job. */
export interface VerificationRow {
  readonly state: VerificationState;
  readonly dueAt: string;
  readonly checkedAt: string | null;
  readonly nextAttemptAt: string | null;
  /** Earliest time of the next verification, if this one has ended and another is open. */
  readonly nextCheckAt: string | null;
  /** Number of rows, keys or records. */
  readonly found: number | null;
  readonly isDoubtful: boolean;
  readonly reason: string | null;
  readonly record: DeletionRecord | null;
  readonly orderedBy: string | null;
}

/**
 * SQL: at each destination, the verification to show of a user, as `VerificationRow`. It is the one
 * that ended last, of all jobs of the regulation: data that was found stays visible while a new job
 * deletes it. Before the first end, it is the one that is due first.
 *
 * @param regulationId SQL expression for the id of the user's regulation
 * @param workspaceId SQL expression for the workspace
 */
export const verificationsOfUser = (regulationId: string, workspaceId: string): string => `
  select distinct on (v.destination_id) v.destination_id,
         ${rowOf(`v.found -> ${regulationId}::text`, `coalesce(jsonb_exists(v.doubtful, ${regulationId}::text), false)`, 'v.destination_id')} as verification
    from ${SCHEMA}.deletion_job_users of_user
    join ${SCHEMA}.deletion_verifications v on v.job_id = of_user.job_id
   where of_user.regulation_id = ${regulationId} and v.workspace_id = ${workspaceId}
   order by v.destination_id, ${SHOWN_FIRST}`;

/**
 * SQL: the verification to show of a job, as `VerificationRow`, by the same rule. The counts and the
 * doubt are those of all users of the job.
 *
 * @param j alias of the job in the statement
 */
export const verificationOfJob = (j: string): string => `(
  select ${rowOf('(select sum(n::bigint) from jsonb_each_text(v.found) as f (id, n))', 'v.doubtful is not null', 'v.job_id')}
    from ${SCHEMA}.deletion_verifications v
   where v.job_id = ${j}.id order by ${SHOWN_FIRST} limit 1)`;

const SHOWN_FIRST = `v.finished_at desc nulls last, case when v.finished_at is null then v.due_at end, v.id desc`;

/** @param among SQL expression that is equal for the verifications of which one is shown */
function rowOf(found: string, isDoubtful: string, among: string): string {
  return `jsonb_build_object(
    'state', v.state, 'dueAt', ${timeText('v.due_at')}, 'checkedAt', ${timeText('v.finished_at')},
    'nextAttemptAt', case when v.state in ('pending', 'failed') then ${timeText('v.claimable_at')} end,
    'nextCheckAt', case when v.finished_at is not null then ${timeText(`min(v.due_at) filter (where v.finished_at is null) over (partition by ${among})`)} end,
    'found', ${found}, 'isDoubtful', ${isDoubtful},
    'reason', v.reason, 'record', v.record, 'orderedBy', v.ordered_by)`;
}

/** Returns what a verification says about one user. Other users of its job can have another state. */
export function shownVerification(row: VerificationRow): VerificationDto {
  const status = statusOfUser(row);
  const hasReason = row.reason !== null && status !== 'absent' && status !== 'found';
  return {
    status,
    dueAt: row.dueAt,
    ...(row.checkedAt === null ? {} : { checkedAt: row.checkedAt }),
    ...(row.nextAttemptAt === null ? {} : { nextAttemptAt: row.nextAttemptAt }),
    ...(row.nextCheckAt === null ? {} : { nextCheckAt: row.nextCheckAt }),
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
