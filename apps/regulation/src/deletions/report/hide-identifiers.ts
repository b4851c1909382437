import type { JobOutcome, VerificationReport } from '@lethe/api/deletions';
import { differingKey, IdentifierRedaction, type DeletionRecord } from '@lethe/contracts';
import type { RunQuery } from '@lethe/database';
import { DELETE, type ClaimTask } from '../claim/claim-task.js';
import { loadUsers } from '../claim/load-users.js';

type Outcome = JobOutcome | VerificationReport;

interface ReportedOutcome<O extends Outcome = Outcome> {
  readonly jobId: string;
  readonly outcome: O;
}

/**
 * Masks the identifiers of users in reports. Masks all known identifiers, including those that the
 * destination did not get. All of them are masked in one pass, see `IdentifierRedaction`. No
 * earlier step masks identifiers, because a partly masked identifier would not be found here. A
 * destination gives one answer for all jobs of one request. So the identifiers of the users of all
 * these jobs are masked in each report.
 *
 * @param task what the reports are about; for verifications, `jobId` is the id of the verification
 * @returns the outcomes in the sequence of the reports
 */
export async function hideIdentifiers<O extends Outcome>(
  query: RunQuery,
  reports: readonly ReportedOutcome<O>[],
  task: ClaimTask = DELETE,
): Promise<O[]> {
  const outcomes = new Map<ReportedOutcome, O>();
  const withTexts = reports.filter(({ outcome }) => textsOf(outcome).length > 0);
  for (const { jobs, reported } of await passesOf(query, withTexts, task)) {
    const texts = [...new Set(reported.flatMap(({ outcome }) => textsOf(outcome)))];
    const mask = new IdentifierRedaction(texts);
    for (const id of jobs) {
      // Loads one job at a time to save memory. `loadUsers` never leaves out users of its first
      // job, even if the job is large.
      const loaded = await loadUsers(
        query,
        [{ job_id: id, destination_type: '' }],
        () => undefined,
      );
      // A destination can answer with only the printable part of an id, which is its suppression
      // key.
      mask.add(
        (loaded.get(id) ?? []).map(({ identifiers }) => ({
          ...identifiers,
          ...differingKey(identifiers.userId),
        })),
      );
    }
    const hidden = mask.hide();
    const clean = new Map(texts.map((text, index) => [text, hidden[index] ?? '']));
    for (const report of reported) {
      outcomes.set(
        report,
        changed(report.outcome, (text) => clean.get(text) ?? ''),
      );
    }
  }
  return reports.map((report) => outcomes.get(report) ?? report.outcome);
}

export async function hideIdentifiersOfJob(
  query: RunQuery,
  jobId: string,
  outcome: JobOutcome,
): Promise<JobOutcome> {
  const [hidden = outcome] = await hideIdentifiers(query, [{ jobId, outcome }]);
  return hidden;
}

interface ReportedPass<O extends Outcome> {
  /** All jobs of the destination that a worker has leased by the same claim. */
  readonly jobs: ReadonlySet<string>;
  readonly reported: readonly ReportedOutcome<O>[];
}

interface PassRow {
  readonly id: string;
  readonly job_id: string;
  readonly pass: string;
  readonly is_reported: boolean;
}

async function passesOf<O extends Outcome>(
  query: RunQuery,
  reports: readonly ReportedOutcome<O>[],
  task: ClaimTask,
): Promise<Iterable<ReportedPass<O>>> {
  const passes = new Map<string, { jobs: Set<string>; reported: ReportedOutcome<O>[] }>();
  if (reports.length === 0) return passes.values();
  const rows = await query<PassRow>(passesSql(task), [
    [...new Set(reports.map(({ jobId }) => jobId))],
  ]);
  const passOfJob = new Map(
    rows.flatMap(({ id, pass, is_reported: isReported }) => (isReported ? [[id, pass]] : [])),
  );
  for (const report of reports) {
    const key = passOfJob.get(report.jobId) ?? report.jobId;
    const known = passes.get(key) ?? { jobs: new Set<string>(), reported: [] };
    passes.set(key, known);
    known.reported.push(report);
    if (task === DELETE) known.jobs.add(report.jobId);
  }
  for (const { job_id: jobId, pass } of rows) passes.get(pass)?.jobs.add(jobId);
  return passes.values();
}

/** SQL: a key that is equal for all jobs of one destination and one claim. */
const passOf = (j: string): string =>
  `coalesce(${j}.claim_id::text, ${j}.id::text) || ' ' || ${j}.workspace_id || ' ' || ${j}.destination_id`;

/** SQL: the jobs or verifications in $1, and all running ones of their claims. Each claim is read only once. */
const passesSql = ({ table, jobId }: ClaimTask) => `
  with reported as materialized (
    select j.id, ${jobId} as job_id, j.claim_id, j.workspace_id, j.destination_id
      from ${table} j where j.id = any($1::bigint[])
  ), claims as materialized (select distinct claim_id from reported where claim_id is not null)
  select j.id, j.job_id, ${passOf('j')} as pass, true as is_reported from reported j
  union all
  select o.id, o.job_id, ${passOf('o')}, false from claims
   cross join lateral (
     select j.id, ${jobId} as job_id, j.claim_id, j.workspace_id, j.destination_id from ${table} j
      where j.claim_id = claims.claim_id and j.state = 'running' offset 0) o`;

/** Returns those texts of an outcome that come from a destination or a worker. */
function textsOf(outcome: Outcome): string[] {
  const texts: string[] = [];
  changed(outcome, (text) => {
    texts.push(text);
    return text;
  });
  return texts;
}

function changed<O extends Outcome>(outcome: O, change: (text: string) => string): O;
function changed(outcome: Outcome, change: (text: string) => string): Outcome {
  if (outcome.status === 'accepted' || outcome.status === 'released') return outcome;
  if (outcome.status === 'verified') {
    const { record, reason } = outcome;
    const reasonOf = reason === undefined ? {} : { reason: change(reason) };
    return { ...outcome, record: changedRecord(record, change), ...reasonOf };
  }
  if (outcome.status !== 'complete') return { ...outcome, reason: change(outcome.reason) };
  const { record, refused } = outcome;
  return {
    ...outcome,
    record: changedRecord(record, change),
    ...(refused === undefined
      ? {}
      : { refused: refused.map((user) => ({ ...user, reason: change(user.reason) })) }),
  };
}

function changedRecord(record: DeletionRecord, change: (text: string) => string): DeletionRecord {
  return record.notes === undefined ? record : { ...record, notes: record.notes.map(change) };
}
