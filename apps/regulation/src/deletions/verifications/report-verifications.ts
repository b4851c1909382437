import type { ReportDeletions } from '@lethe/api/deletions';
import type { AttemptWorker } from '@lethe/contracts';
import type { DatabaseConnection } from '@lethe/database';
import { SCHEMA } from '../../database/schema-name.js';
import type { ServiceParts } from '../../service-parts.js';
import { byQueue, type DestinationQueue } from '../queues/destination-queue.js';
import { wakeQueues } from '../queues/wake-queues.js';
import type { ReportResult } from '../report/report-jobs.js';
import { deleteAgain } from './delete-again.js';
import { endVerifications } from './end-verifications.js';
import { settleEarlier } from './settle-earlier.js';

export type ReportedVerification = NonNullable<ReportDeletions['verifications']>[number] & {
  /** Hash of the report as the worker sent it, see `hash-report.ts`. */
  readonly hash: Buffer;
  readonly worker: AttemptWorker;
};

interface ReportedRow extends DestinationQueue {
  readonly id: string;
}

/**
 * Stores reports on verifications, and what follows from them. Each destination has a transaction of
 * its own.
 *
 * @returns one result for each report, in the sequence of the reports. A repeated report is `taken`
 * @throws LetheError `unavailable`, `outcome_unknown` (a part of the reports may be stored already)
 */
export async function takeVerifications(
  { database, events, afterCommit }: Pick<ServiceParts, 'database' | 'events' | 'afterCommit'>,
  reports: readonly ReportedVerification[],
): Promise<ReportResult[]> {
  const rows = await rowsOf(database, reports);
  const known = reports.flatMap((report) => {
    const row = rows.get(report.jobId);
    return row === undefined ? [] : [{ ...row, report }];
  });
  for (const [queue, ofQueue] of byQueue(known)) {
    const ends = ofQueue.map(({ report: { claimId, hash, worker, ...report } }) => ({
      ...report,
      claim: { id: claimId, worker, reportHash: hash },
    }));
    const newJobs = await database.transaction(async (manager) => {
      const ended = await endVerifications(manager, queue, ends);
      await settleEarlier(manager, queue, ended);
      return deleteAgain(manager, events, queue, ended);
    });
    if (newJobs === 0) continue;
    afterCommit();
    await wakeQueues(database.query, [queue]).catch(() => undefined); // or the sweep wakes it
  }
  const taken = await takenBy(database, reports);
  return reports.map((report) => (taken.has(reportKey(report)) ? 'taken' : 'lease_lost'));
}

async function rowsOf(
  database: DatabaseConnection,
  reports: readonly ReportedVerification[],
): Promise<Map<string, ReportedRow>> {
  const rows = await database.query<ReportedRow>(
    `select id, workspace_id as "workspaceId", destination_id as "destinationId"
       from ${SCHEMA}.deletion_verifications where id = any($1::bigint[])`,
    [reports.map(({ jobId }) => jobId)],
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** A report was taken, now or before, if its hash is stored with its claim. */
async function takenBy(
  database: DatabaseConnection,
  reports: readonly ReportedVerification[],
): Promise<ReadonlySet<string>> {
  const rows = await database.query<{ id: string; hash: Buffer }>(
    `select v.id, v.report_hash as hash
       from unnest($1::bigint[], $2::uuid[], $3::bytea[]) as r (id, claim_id, hash)
       join ${SCHEMA}.deletion_verifications v on v.id = r.id and v.claim_id = r.claim_id
      where v.state <> 'running' and v.report_hash = r.hash`,
    [
      reports.map(({ jobId }) => jobId),
      reports.map(({ claimId }) => claimId),
      reports.map(({ hash }) => hash),
    ],
  );
  return new Set(rows.map(({ id, hash }) => reportKey({ jobId: id, hash })));
}

function reportKey({ jobId, hash }: Pick<ReportedVerification, 'jobId' | 'hash'>): string {
  return `${jobId} ${hash.toString('hex')}`;
}
