import type { JobOutcome } from '@lethe/api/deletions';
import { differingKey, IdentifierRedaction } from '@lethe/contracts';
import type { RunQuery } from '@lethe/database';
import { SCHEMA } from '../../database/schema-name.js';
import { loadUsers } from '../claim/load-users.js';

/** What a worker says of a job that runs. */
interface Said {
  readonly jobId: string;
  readonly outcome: JobOutcome;
}

/**
 * Takes the identifiers of users out of what a worker says of its jobs: all that are known of them, also those that
 * its destination did not get. All in one pass, see `IdentifierRedaction`: nothing masks them before. Of jobs that went to a
 * destination together, each gets what was said of all of them, so the users of all are hidden in it.
 *
 * @returns the outcomes in the order of the reports
 */
export async function hideIdentifiers(
  query: RunQuery,
  reports: readonly Said[],
): Promise<JobOutcome[]> {
  const outcomes = new Map<Said, JobOutcome>();
  const withTexts = reports.filter(({ outcome }) => textsOf(outcome).length > 0);
  for (const { jobs, reported } of await passesOf(query, withTexts)) {
    const texts = [...new Set(reported.flatMap(({ outcome }) => textsOf(outcome)))];
    const mask = new IdentifierRedaction(texts);
    for (const id of jobs) {
      // One at a time: a job is loaded whole however large it is, and is not needed afterwards.
      const loaded = await loadUsers(query, [{ id, destination_type: '' }], () => undefined);
      // A destination may answer with the printable part of an id only, which is its suppression key.
      mask.add(
        (loaded.get(id) ?? []).map(({ identifiers }) => ({
          ...identifiers,
          ...differingKey(identifiers.userId),
        })),
      );
    }
    const hidden = mask.hide();
    const clean = new Map(texts.map((text, index) => [text, hidden[index] ?? '']));
    for (const said of reported) {
      outcomes.set(
        said,
        changed(said.outcome, (text) => clean.get(text) ?? ''),
      );
    }
  }
  return reports.map((said) => outcomes.get(said) ?? said.outcome);
}

/** The same for one job. */
export async function hideIdentifiersOfJob(
  query: RunQuery,
  jobId: string,
  outcome: JobOutcome,
): Promise<JobOutcome> {
  const [hidden = outcome] = await hideIdentifiers(query, [{ jobId, outcome }]);
  return hidden;
}

interface ReportedPass {
  /** All jobs that a worker has of the destination by the same claim. */
  readonly jobs: ReadonlySet<string>;
  readonly reported: readonly Said[];
}

async function passesOf(
  query: RunQuery,
  reports: readonly Said[],
): Promise<Iterable<ReportedPass>> {
  const passes = new Map<string, { jobs: Set<string>; reported: Said[] }>();
  if (reports.length === 0) return passes.values();
  const rows = await query<{ id: string; pass: string; is_reported: boolean }>(PASSES, [
    [...new Set(reports.map(({ jobId }) => jobId))],
  ]);
  const passOfJob = new Map(
    rows.flatMap(({ id, pass, is_reported: isReported }) => (isReported ? [[id, pass]] : [])),
  );
  for (const said of reports) {
    const key = passOfJob.get(said.jobId) ?? said.jobId;
    const known = passes.get(key) ?? { jobs: new Set<string>(), reported: [] };
    passes.set(key, known);
    known.reported.push(said);
    known.jobs.add(said.jobId);
  }
  for (const { id, pass } of rows) passes.get(pass)?.jobs.add(id);
  return passes.values();
}

/** What a worker has of a destination by one claim. */
const passOf = (j: string): string =>
  `coalesce(${j}.claim_id::text, ${j}.id::text) || ' ' || ${j}.workspace_id || ' ' || ${j}.destination_id`;

/** The jobs in $1, and all that run by their claims: each claim is read once, however many of its jobs are reported. */
const PASSES = `
  with reported as materialized (
    select id, claim_id, workspace_id, destination_id from ${SCHEMA}.deletion_jobs where id = any($1::bigint[])
  ), claims as materialized (select distinct claim_id from reported where claim_id is not null)
  select j.id, ${passOf('j')} as pass, true as is_reported from reported j
  union all
  select o.id, ${passOf('o')}, false from claims
   cross join lateral (
     select id, claim_id, workspace_id, destination_id from ${SCHEMA}.deletion_jobs
      where claim_id = claims.claim_id and state = 'running' offset 0) o`;

/** What is kept that a destination or a worker has a hand in. */
function textsOf(outcome: JobOutcome): string[] {
  const texts: string[] = [];
  changed(outcome, (text) => {
    texts.push(text);
    return text;
  });
  return texts;
}

function changed(outcome: JobOutcome, change: (text: string) => string): JobOutcome {
  if (outcome.status === 'accepted' || outcome.status === 'released') return outcome;
  if (outcome.status !== 'complete') return { ...outcome, reason: change(outcome.reason) };
  const { record, refused } = outcome;
  return {
    ...outcome,
    record: record.notes === undefined ? record : { ...record, notes: record.notes.map(change) },
    ...(refused === undefined
      ? {}
      : { refused: refused.map((user) => ({ ...user, reason: change(user.reason) })) }),
  };
}
