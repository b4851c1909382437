import type { DeletionAttemptDto } from '@lethe/api/deletions';
import type { DeletionState, JsonObject } from '@lethe/contracts';
import type { EntityManager } from 'typeorm';
import { SCHEMA } from '../../database/schema-name.js';
import { historyWith, timeText } from '../attempts/attempt-sql.js';
import { withAttempt, type EndedAttempt } from '../attempts/with-attempt.js';
import { mayBecome } from '../../record/deletion-job-states.js';
import { appendStatusFacts } from './append-status-facts.js';
import { cancelEmpty } from './cancel-empty.js';
import type { Decision } from './decide-outcome.js';
import { leave, splitJob } from './split-job.js';

/** A job that this transaction has locked. */
export interface LockedJob {
  readonly id: string;
  readonly state: DeletionState;
  readonly users: readonly string[];
  readonly history: readonly DeletionAttemptDto[] | null;
}

/** States that are told on the topic when a job gets into them. */
const TOLD: readonly DeletionState[] = ['complete', 'failed', 'aborted'];

/**
 * Carries a decision out, in the caller's transaction.
 *
 * @param options.attempt for the history; absent where nothing was attempted
 * @param options.progress kept for the next attempt on the same users; absent: what was kept stays
 * @param options.keepClaim false: a report of the claim counts no more
 * @param options.reportHash of the report that says so, where it is one of the claim
 * @throws Error for a change of state that is not in the table: nothing is changed
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
  // An accepted order that failed for one of its users is ordered again for each half.
  const forgetProgress = isFinal || decision.split === true;
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
      forgetProgress,
      options.progress === undefined ? null : JSON.stringify(options.progress),
      decision.statusUrl ?? null,
      options.reportHash ?? null,
      earlier,
      last,
    ],
  );
  const changed = [job.id];
  if (decision.leaving !== undefined)
    changed.push(...(await leave(manager, job.id, decision.leaving)));
  if (!isFinal) await withdrawCanceled(manager, job.id);
  if (decision.split === true) await splitJob(manager, job);
  if (TOLD.includes(state)) await appendStatusFacts(manager, options.topicPrefix, changed);
}

/** SQL: from when on it may be claimed; the same for all of one report. */
const CLAIMABLE_AT = `now() + $7::float8 * interval '1 millisecond'`;

/** SQL: the history with the attempt `$14` behind what is kept of it, `$13`. */
const AFTER_ATTEMPT = historyWith(
  '$13::jsonb',
  `$14::jsonb || case when $6::boolean then '{}'
     else jsonb_build_object('nextAttemptAt', ${timeText(CLAIMABLE_AT)}) end`,
);

/** @returns as JSON, what is kept before the attempt, and that; null where the history stays as it is */
function historyAfter(
  { history }: LockedJob,
  attempt: EndedAttempt | undefined,
): Record<'earlier' | 'last', string | null> {
  if (attempt === undefined) return { earlier: null, last: null };
  const { earlier, last } = withAttempt(history ?? [], attempt);
  return { earlier: JSON.stringify(earlier), last: JSON.stringify(last) };
}

/**
 * Takes out users whose regulation was canceled while the job was out, unless the destination has accepted the
 * order. A job without users is canceled.
 */
async function withdrawCanceled(manager: EntityManager, jobId: string): Promise<void> {
  await manager.query(
    `delete from ${SCHEMA}.deletion_job_users u
      using ${SCHEMA}.regulations r, ${SCHEMA}.deletion_jobs j
      where u.job_id = $1 and r.id = u.regulation_id and r.canceled
        and j.id = u.job_id and j.accepted is null`,
    [jobId],
  );
  await cancelEmpty(manager, [jobId]);
}
