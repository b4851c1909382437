import type { VerificationReport } from '@lethe/api/deletions';
import type { AttemptWorker, JsonObject } from '@lethe/contracts';
import type { EntityManager } from 'typeorm';
import { SCHEMA } from '../../database/schema-name.js';
import { takesUserIdOnly } from '../claim/identifiers-for.js';
import type { DestinationQueue } from '../queues/destination-queue.js';
import { lockQueues, settleQueues } from '../queues/settle-queues.js';
import { delayQueueOnce, type QueueDelay } from '../report/delay-queue.js';
import { decideVerification, type VerificationDecision } from './decide-verification.js';

export interface VerificationEnd {
  /** Id of the verification. */
  readonly jobId: string;
  /**
   * Identifies the lease that ends, and the kind of worker that reports. Without a worker, any kind
   * matches. If the lease does not match, the verification is skipped.
   */
  readonly claim:
    | { readonly id: string; readonly worker?: AttemptWorker; readonly reportHash?: Buffer }
    | 'expired';
  readonly outcome: VerificationReport;
  readonly progress?: JsonObject | undefined;
}

/** A verification whose attempt was ended. */
export interface EndedVerification {
  readonly id: string;
  /** Id of the deletion job with the users. */
  readonly jobId: string;
  readonly state: VerificationDecision['state'];
  /** Ids of the regulations of users with data. */
  readonly found: readonly string[];
}

interface Row {
  readonly id: string;
  readonly job_id: string;
  readonly attempt: number;
  readonly claim_id: string;
  readonly worker: AttemptWorker;
  readonly is_expired: boolean;
  readonly users: string[];
  readonly destination_type: string;
  /** Ids of the regulations whose identifiers are purged. */
  readonly purged: string[];
}

/**
 * Ends attempts at verifications of one destination, in the caller's transaction.
 *
 * @param queue the destination
 * @returns the verifications whose attempts were ended
 */
export async function endVerifications(
  manager: EntityManager,
  queue: DestinationQueue,
  ends: readonly VerificationEnd[],
): Promise<EndedVerification[]> {
  const [locked] = await lockQueues(manager, [queue]);
  const { delays = 0, failures = 0 } = locked ?? {};
  const rows = new Map((await lockRows(manager, queue, ends)).map((row) => [row.id, row]));
  const random = Math.random(); // all verifications of one pass wait equally long
  const ended: EndedRow[] = [];
  const queueDelays: QueueDelay[] = [];
  for (const end of ends) {
    const row = rows.get(end.jobId);
    if (row === undefined || !isOfLease(end, row)) continue;
    rows.delete(end.jobId);
    const { attempt, users } = row;
    const job = { attempt, users, delays, failures };
    const outcome = afterPurge(end.outcome, row);
    const decision = decideVerification(job, outcome, random);
    ended.push({ row, end, decision });
    if (decision.queueDelayMs !== undefined) {
      queueDelays.push({ ms: decision.queueDelayMs, isFailure: end.outcome.status === 'failed' });
    }
  }
  if (ended.length === 0) return [];
  await store(manager, ended);
  await delayQueueOnce(manager, queue, queueDelays);
  await settleQueues(manager, [queue]);
  return ended.map(({ row, decision: { state, found = {} } }) => ({
    ...{ id: row.id, jobId: row.job_id, state },
    found: Object.keys(found),
  }));
}

/**
 * Returns an outcome after identifiers of users were purged. If the destination finds users by more
 * than the `userId`, purged users that were not found are in doubt, because the worker may have had
 * only the `userId`.
 */
function afterPurge(
  outcome: VerificationReport,
  { purged, destination_type: type }: Row,
): VerificationReport {
  if (purged.length === 0) return outcome;
  const shown = withoutTexts(outcome);
  if (shown.status !== 'verified' || takesUserIdOnly(type)) return shown;
  const doubtful = [...new Set([...(shown.doubtful ?? []), ...purged])];
  return { ...shown, doubtful, reason: PURGED };
}

/**
 * Returns an outcome without the texts of the worker. After the purge, the identifiers that these
 * texts can contain are no longer known, so they cannot be hidden.
 */
function withoutTexts(outcome: VerificationReport): VerificationReport {
  if (outcome.status !== 'verified') return { ...outcome, reason: PURGED };
  const { method, counts } = outcome.record;
  const record = { method, ...(counts && { counts }) };
  return { ...outcome, record, ...(outcome.reason !== undefined && { reason: PURGED }) };
}

const PURGED =
  'The identifiers of a user were purged before the end of the verification, and the reason too.';

interface EndedRow {
  readonly row: Row;
  readonly end: VerificationEnd;
  readonly decision: VerificationDecision;
}

function lockRows(
  manager: EntityManager,
  { workspaceId, destinationId }: DestinationQueue,
  ends: readonly VerificationEnd[],
): Promise<Row[]> {
  return manager.query<Row[]>(
    `select v.id, v.job_id, v.attempt, v.claim_id, v.worker, v.lease_expires_at <= statement_timestamp() as is_expired,
            array(select u.regulation_id from ${SCHEMA}.deletion_job_users u where u.job_id = v.job_id) as users,
            array(select u.regulation_id from ${SCHEMA}.deletion_job_users u join ${SCHEMA}.regulations r on r.id = u.regulation_id
                   where u.job_id = v.job_id and r.identifiers_forgotten_at is not null) as purged, v.destination_type
       from ${SCHEMA}.deletion_verifications v
      where v.workspace_id = $1 and v.destination_id = $2 and v.id = any($3::bigint[]) and v.state = 'running'
      order by v.id for update of v`,
    [workspaceId, destinationId, ends.map(({ jobId }) => jobId)],
  );
}

function isOfLease({ claim }: VerificationEnd, row: Row): boolean {
  if (claim === 'expired') return row.is_expired;
  return claim.id === row.claim_id && (claim.worker ?? row.worker) === row.worker;
}

/** Keeps the claim, so that a repeated report is recognised by its hash. */
async function store(manager: EntityManager, ended: readonly EndedRow[]): Promise<void> {
  const json = (value: unknown) => (value === undefined ? null : JSON.stringify(value));
  await manager.query(
    `update ${SCHEMA}.deletion_verifications v
        set state = e.state, attempt = e.attempt, reason = e.reason, record = e.record, found = e.found,
            doubtful = e.doubtful, report_hash = e.hash, lease_expires_at = null,
            changed_at = statement_timestamp(),
            finished_at = case when e.wait_ms is null then statement_timestamp() end,
            claimable_at = case when e.wait_ms is null then v.claimable_at
              else now() + e.wait_ms * interval '1 millisecond' end,
            progress = case when e.wait_ms is null then null else coalesce(e.progress, v.progress) end
       from unnest($1::bigint[], $2::text[], $3::int[], $4::text[], $5::jsonb[], $6::jsonb[], $7::jsonb[],
                   $8::bytea[], $9::float8[], $10::jsonb[])
         as e (id, state, attempt, reason, record, found, doubtful, hash, wait_ms, progress)
      where v.id = e.id`,
    [
      ended.map(({ row }) => row.id),
      ended.map(({ decision }) => decision.state),
      ended.map(({ decision }) => decision.attempt),
      ended.map(({ decision }) => decision.reason),
      ended.map(({ decision }) => json(decision.record)),
      ended.map(({ decision }) => json(decision.found)),
      ended.map(({ decision }) => json(decision.doubtful)),
      ended.map(({ end }) => (end.claim === 'expired' ? null : (end.claim.reportHash ?? null))),
      ended.map(({ decision }) => decision.waitMs ?? null),
      ended.map(({ end }) => json(end.progress)),
    ],
  );
}
