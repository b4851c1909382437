import { createIdentifierScrubber, type JobOutcome } from '@lethe/contracts';
import type { RunQuery } from '@lethe/outbox';
import { loadUsers } from '../claim/load-users.js';

/**
 * Takes the identifiers of a job's users out of what a worker says of it: all that are known of them, also
 * those that its destination did not get.
 *
 * @param jobId of a job that runs
 */
export async function scrubOutcome(
  query: RunQuery,
  jobId: string,
  outcome: JobOutcome,
): Promise<JobOutcome> {
  if (outcome.status === 'accepted' || !hasTexts(outcome)) return outcome;
  const job = { id: jobId, destination_type: '' };
  const users = (await loadUsers(query, [job], () => undefined)).get(jobId) ?? [];
  const scrub = createIdentifierScrubber(users.map(({ identifiers }) => identifiers));
  if (outcome.status !== 'complete') return { ...outcome, reason: scrub(outcome.reason) };
  const { record, refused } = outcome;
  return {
    ...outcome,
    record: record.notes === undefined ? record : { ...record, notes: record.notes.map(scrub) },
    ...(refused === undefined
      ? {}
      : { refused: refused.map((user) => ({ ...user, reason: scrub(user.reason) })) }),
  };
}

/** Whether anything is kept that somebody wrote. */
function hasTexts(outcome: Exclude<JobOutcome, { status: 'accepted' }>): boolean {
  if (outcome.status !== 'complete') return outcome.status !== 'released';
  return (outcome.refused ?? []).length > 0 || outcome.record.notes !== undefined;
}
