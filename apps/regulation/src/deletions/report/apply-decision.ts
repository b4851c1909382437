import type { DeletionAttemptDto } from '@lethe/api/deletions';
import type { DeletionState, JsonObject } from '@lethe/contracts';
import type { EntityManager } from 'typeorm';
import { SCHEMA } from '../../database/schema-name.js';
import { historyWith, timeText } from '../attempts/attempt-sql.js';
import { withAttempt, type EndedAttempt } from '../attempts/with-attempt.js';
import { mayBecome } from '../../record/deletion-job-states.js';
import { updateDueTimes } from '../due-times.js';
import { abortPurged } from './abort-purged.js';
import { appendStatusFacts } from './append-status-facts.js';
import { cancelEmpty } from './cancel-empty.js';
import type { Decision } from './decide-outcome.js';
import { insertVerification } from '../verifications/insert-verifications.js';
import { moveToAbortedJobs, splitJob } from './split-job.js';

export interface LockedJob {
  readonly id: string;
  readonly state: DeletionState;
  readonly users: readonly string[];
  readonly history: readonly DeletionAttemptDto[] | null;
  /** Whether a verification ordered the job, and identifiers of its users were purged. */
  readonly hasPurgedUsers: boolean;
}

const PUBLISHED: readonly DeletionState[] = ['complete', 'failed', 'aborted'];

/**
 * Applies a decision to a job, in the caller's transaction.
 *
 * @param options.attempt entry for the history; absent if there was no attempt
 * @param options.progress kept for the next attempt with the same users; if it is absent, the
 *   stored progress stays
 * @param options.keepClaim if false, later reports of the claim are ignored
 * @param options.reportHash hash of the report that led to the decision, if there is one
 * @throws Error for a change of state that the table of states does not allow (nothing is changed
 *   in this case)
 */
export async function applyDecision(
  manager: EntityManager,
  job: LockedJob,
  decision: Decision,
  options: {
    readonly topicPrefix: string;
    readonly attempt: EndedAttempt | undefined;
    readonly progress?: JsonObject | undefined;
    readonly keepClaim: boolean;
    readonly reportHash?: Buffer | undefined;
  },
): Promise<void> {
  const { state } = decision;
  if (!mayBecome(job.state, state)) {
    throw new Error(`A deletion job cannot become ${state} from ${job.state}.`);
  }
  const isFinal = decision.waitMs === undefined;
  // After a split, each half of the users needs a new deletion request. So the progress is no
  // longer valid.
  const dropProgress = isFinal || decision.split === true;
  const { earlier, last } = historyAfter(job, options.attempt);
  await manager.query(
    `update ${SCHEMA}.deletion_jobs
        set state = $2, attempt = $3, reason = $4, record = $5::jsonb, lease_expires_at = null,
            changed_at = statement_timestamp(),
            finished_at = case when $6::boolean then statement_timestamp() end,
            claimable_at = case when $6::boolean then claimable_at
              else ${CLAIMABLE_AT} end,
            claim_id = case when $8::boolean then claim_id end, report_hash = $12::bytea,
            progress = case when $9::boolean then null else coalesce($10::jsonb, progress) end,
            accepted = case when $9::boolean then null when $11::text is null then accepted else jsonb_build_object(
              'statusUrl', $11::text,
              'acceptedAt', coalesce(accepted ->> 'acceptedAt', ${timeText('statement_timestamp()')})) end,
            history = case when $14::jsonb is null then history else ${AFTER_ATTEMPT} end
      where id = $1`,
    [
      job.id,
      state,
      decision.attempt,
      decision.reason,
      decision.record === undefined ? null : JSON.stringify(decision.record),
      isFinal,
      decision.waitMs ?? 0,
      options.keepClaim,
      dropProgress,
      options.progress === undefined ? null : JSON.stringify(options.progress),
      decision.statusUrl ?? null,
      options.reportHash ?? null,
      earlier,
      last,
    ],
  );
  const changed = [job.id];
  if (decision.leaving !== undefined)
    changed.push(...(await moveToAbortedJobs(manager, job.id, decision.leaving)));
  if (state === 'complete') await insertVerification(manager, job.id);
  if (!isFinal) await withdrawCanceled(manager, job.id);
  const half = decision.split === true ? [await splitJob(manager, job)] : [];
  if (PUBLISHED.includes(state)) await appendStatusFacts(manager, options.topicPrefix, changed);
  if (job.hasPurgedUsers) await abortPurged(manager, options.topicPrefix, [job.id, ...half]);
}

/** SQL: the time from which the job can be claimed. It is equal for all jobs of one report. */
const CLAIMABLE_AT = `now() + $7::float8 * interval '1 millisecond'`;

/** SQL: the earlier entries of the history (`$13`), and the entry of the attempt (`$14`). */
const AFTER_ATTEMPT = historyWith(
  '$13::jsonb',
  `$14::jsonb || case when $6::boolean then '{}'
     else jsonb_build_object('nextAttemptAt', ${timeText(CLAIMABLE_AT)}) end`,
);

/**
 * @returns the earlier entries, and the entry of the attempt, as JSON; null if the history does not
 *   change
 */
function historyAfter(
  { history }: LockedJob,
  attempt: EndedAttempt | undefined,
): Record<'earlier' | 'last', string | null> {
  if (attempt === undefined) return { earlier: null, last: null };
  const { earlier, last } = withAttempt(history ?? [], attempt);
  return { earlier: JSON.stringify(earlier), last: JSON.stringify(last) };
}

/**
 * Removes users whose regulations were canceled during the attempt, unless the destination has
 * accepted the deletion request. Cancels a job that has no users left.
 */
async function withdrawCanceled(manager: EntityManager, jobId: string): Promise<void> {
  const [, withdrawn] = await manager.query<[unknown, number]>(
    `delete from ${SCHEMA}.deletion_job_users u
      using ${SCHEMA}.regulations r, ${SCHEMA}.deletion_jobs j
      where u.job_id = $1 and r.id = u.regulation_id and r.canceled
        and j.id = u.job_id and j.accepted is null`,
    [jobId],
  );
  await cancelEmpty(manager, [jobId]);
  if (withdrawn > 0) await updateDueTimes(manager, [jobId]);
}
