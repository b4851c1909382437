import type { DeletionAttemptDto } from '@lethe/api/deletions';
import type { DeletionState, JsonObject } from '@lethe/contracts';
import type { EntityManager } from 'typeorm';
import { SCHEMA } from '../../database/schema-name.js';
import { HISTORY_WITHOUT_REASONS, historyWith, timeText } from '../attempts/attempt-sql.js';
import { withAttempt, type EndedAttempt } from '../attempts/with-attempt.js';
import { mayBecome } from '../../record/deletion-job-states.js';
import { takeJobIds } from '../insert-jobs.js';
import { appendStatusFacts } from './append-status-facts.js';
import type { Decision, LeavingUsers } from './decide-outcome.js';

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
    changed.push(...(await leave(manager, job, decision.leaving)));
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

/** What a new job has from the one that its users come from. */
const INHERITED = `workspace_id, request_id, destination_id, destination_type, attempt, held,
  created_at, changed_at, claimable_at, due_at, started_at, traceparent`;

/** SQL: the history of the job `j` that `one` left: the attempt came to something else for these users. */
const ABORTED_APART = `(j.history - -1) || jsonb_build_array(
  (j.history -> -1) || jsonb_build_object('outcome', 'aborted', 'reason', one.reason))`;

/** Gives each group of users an aborted job of its own. @returns the jobs */
async function leave(
  manager: EntityManager,
  job: LockedJob,
  groups: readonly LeavingUsers[],
): Promise<string[]> {
  if (groups.length === 0) return [];
  const ids = await takeJobIds(manager, groups.length);
  await manager.query(
    `insert into ${SCHEMA}.deletion_jobs (id, state, reason, finished_at, history, ${INHERITED})
     overriding system value
     select one.id, 'aborted', one.reason, j.changed_at, ${ABORTED_APART}, ${prefixed(INHERITED)}
       from ${SCHEMA}.deletion_jobs j
      cross join unnest($2::bigint[], $3::text[]) as one (id, reason)
      where j.id = $1`,
    [job.id, ids, groups.map(({ reason }) => reason)],
  );
  const moved = groups.flatMap(({ regulationIds }, index) =>
    regulationIds.map((regulationId) => ({ regulationId, jobId: ids[index] })),
  );
  await manager.query(
    `update ${SCHEMA}.deletion_job_users u set job_id = one.id
       from unnest($2::bigint[], $3::uuid[]) as one (id, regulation_id)
      where u.job_id = $1 and u.regulation_id = one.regulation_id`,
    [job.id, moved.map(({ jobId }) => jobId), moved.map(({ regulationId }) => regulationId)],
  );
  return ids;
}

/** Gives the second half of the users a job of its own, which waits as the first one does. */
async function splitJob(manager: EntityManager, job: LockedJob): Promise<void> {
  const [id] = await takeJobIds(manager, 1);
  const moved = [...job.users].sort().slice(Math.ceil(job.users.length / 2));
  await manager.query(
    `insert into ${SCHEMA}.deletion_jobs (id, state, reason, history, ${INHERITED})
     overriding system value
     select $2, j.state, j.reason, j.history, ${prefixed(INHERITED)} from ${SCHEMA}.deletion_jobs j
      where j.id = $1 and j.state in ('pending', 'failed')`,
    [job.id, id],
  );
  await manager.query(
    `update ${SCHEMA}.deletion_job_users u set job_id = $2
      where u.job_id = $1 and u.regulation_id = any($3::uuid[])
        and exists (select from ${SCHEMA}.deletion_jobs where id = $2)`,
    [job.id, id, moved],
  );
  await cancelEmpty(manager, [job.id, id]);
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

/**
 * Cancels those of the jobs that wait and have no users. What was written about them goes at once: once the users have
 * left, nothing says when it is due. The hash of a report stays, so that the same report again is recognised.
 */
export async function cancelEmpty(
  manager: EntityManager,
  jobIds: readonly (string | undefined)[],
): Promise<void> {
  await manager.query(
    `update ${SCHEMA}.deletion_jobs j
        set state = 'canceled', reason = null, progress = null, accepted = null,
            history = ${HISTORY_WITHOUT_REASONS}, changed_at = statement_timestamp(),
            finished_at = statement_timestamp()
      where j.id = any($1::bigint[]) and j.state in ('pending', 'failed')
        and not exists (select from ${SCHEMA}.deletion_job_users u where u.job_id = j.id)`,
    [jobIds],
  );
}

function prefixed(columns: string): string {
  return columns
    .split(',')
    .map((column) => `j.${column.trim()}`)
    .join(', ');
}
