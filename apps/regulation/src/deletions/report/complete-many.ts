import type { DeletionRecord } from '@lethe/contracts';
import type { EntityManager } from 'typeorm';
import { SCHEMA } from '../../database/schema-name.js';
import { historyWith } from '../attempts/attempt-sql.js';
import type { AttemptBy, EndedAttempt } from '../attempts/with-attempt.js';
import { statesBefore } from '../../record/deletion-job-states.js';
import { queuesOf, type DestinationQueue } from '../queues/destination-queue.js';
import { lockQueues, settleQueues } from '../queues/settle-queues.js';
import {
  insertVerificationsSql,
  VERIFIED_COLUMNS,
  verificationParameters,
} from '../verifications/insert-verifications.js';
import { factParameters, insertFactsSql } from './append-status-facts.js';

export interface PlainCompletion extends DestinationQueue {
  readonly jobId: string;
  readonly claimId: string;
  readonly hash: Buffer;
  readonly record: DeletionRecord;
  readonly by: AttemptBy;
}

/**
 * Completes any number of jobs with three statements.
 *
 * @returns ids of the completed jobs. A job is left out if the claim no longer has a lease on it
 */
export async function completeMany(
  manager: EntityManager,
  topicPrefix: string,
  reports: readonly PlainCompletion[],
): Promise<string[]> {
  const lanes = queuesOf(reports);
  await lockQueues(manager, lanes);
  const done = await manager.query<{ id: string }[]>(COMPLETE, [
    reports.map(({ jobId }) => jobId),
    reports.map(({ claimId }) => claimId),
    reports.map(({ record }) => JSON.stringify(record)),
    reports.map(({ hash }) => hash),
    reports.map(({ by }) => JSON.stringify({ outcome: 'complete', ...by } satisfies EndedAttempt)),
    ...factParameters(topicPrefix),
    ...verificationParameters(),
  ]);
  await settleQueues(manager, lanes, { work: true });
  return done.map(({ id }) => id);
}

const COMPLETE = `
  with reported as (
    select * from unnest($1::bigint[], $2::uuid[], $3::jsonb[], $4::bytea[], $5::jsonb[])
           as r (id, claim_id, record, hash, attempt)
  ), held as materialized (
    select j.id, r.record, r.hash, r.attempt from ${SCHEMA}.deletion_jobs j
      join reported r on r.id = j.id and r.claim_id = j.claim_id
     where j.state in ${statesBefore('complete')}
     order by j.id for update of j
  ), done as (
    update ${SCHEMA}.deletion_jobs j
       set state = 'complete', record = held.record, reason = null, progress = null, accepted = null,
           history = ${historyWith('j.history', 'held.attempt')}, -- the last one, so it needs no bound
           report_hash = held.hash, lease_expires_at = null, finished_at = statement_timestamp(), changed_at = statement_timestamp()
      from held where j.id = held.id
    returning ${VERIFIED_COLUMNS}, j.state
  ), published as (
    ${insertFactsSql('done j', 6)}
  ), verified as (
    ${insertVerificationsSql('done j', 8)}
  )
  select id from done`;
