import type { Entry } from '../history.js';
import type { FinalState, StoredDeletion, StoredVerification } from '../system/final-state.js';
import { groupBy } from './group-by.js';
import { acknowledgedAt, only, operationsOf } from './operations.js';

/** States after which a verification does not change. */
const ENDED: readonly string[] = ['absent', 'found', 'cannot_be_checked'];

/**
 * Checks that each acknowledged verification is stored, was requested, and ended. Also checks that
 * data that was found again is deleted once more, and only once.
 */
export function wrongVerifications(
  history: readonly Entry[],
  { verifications, deletions, regulations }: FinalState,
): string[] {
  const ordered = verifications.filter(({ isOrdered }) => isOrdered);
  const canceled = new Set(regulations.flatMap(({ id, canceled }) => (canceled ? [id] : [])));
  return [
    ...ordered.flatMap(({ id, state }) =>
      ENDED.includes(state) ? [] : [`the verification ${id} has not ended: it is ${state}`],
    ),
    ...wronglyOrdered(history, ordered, deletions),
    ...wronglyDeletedAgain(verifications, deletions, canceled),
  ];
}

/** A verification that a person orders is about all users of a job. */
function wronglyOrdered(
  history: readonly Entry[],
  ordered: readonly StoredVerification[],
  deletions: readonly StoredDeletion[],
): string[] {
  const byJob = groupBy(ordered, ({ jobId }) => jobId);
  const jobsOf = groupBy(deletions, ({ regulationId }) => regulationId);
  const requests = groupBy(only(operationsOf(history), 'verify'), ({ request }) => request.id);
  const lost = [...requests].flatMap(([id, ofId]) => {
    const isAcknowledged = ofId.some((one) => acknowledgedAt(one) < Infinity);
    const isStored = (jobsOf.get(id) ?? []).some(({ jobId }) => byJob.has(jobId));
    return isAcknowledged && !isStored
      ? [`the verification of ${id} was acknowledged but is not stored`]
      : [];
  });
  const usersOf = groupBy(deletions, ({ jobId }) => jobId);
  const madeUp = [...byJob].flatMap(([jobId, ofJob]) => {
    const attempts = (usersOf.get(jobId) ?? []).flatMap(({ regulationId }) =>
      (requests.get(regulationId) ?? []).flatMap((request) => request.attempts),
    );
    return ofJob.length > attempts.length
      ? [`job ${jobId} has ${ofJob.length} verifications for ${attempts.length} requests`]
      : [];
  });
  return [...lost, ...madeUp];
}

function wronglyDeletedAgain(
  verifications: readonly StoredVerification[],
  deletions: readonly StoredDeletion[],
  canceled: ReadonlySet<string>,
): string[] {
  const further = new Set(deletions.flatMap(({ jobId, isFurther }) => (isFurther ? [jobId] : [])));
  const found = new Set(
    verifications.flatMap(({ jobId, destinationId, found: ids }) =>
      further.has(jobId) ? [] : ids.map((id) => keyOf(id, destinationId)),
    ),
  );
  const jobs = groupBy(deletions, (one) => keyOf(one.regulationId, one.destinationId));
  return [...jobs].flatMap(([key, ofKey]) => {
    const count = ofKey.filter(({ isFurther }) => isFurther).length;
    const isCanceled = canceled.has(ofKey[0]!.regulationId);
    if (count > 1) return [`the deletion of ${key} was ordered again ${count} times`];
    if (count === 1 && !found.has(key)) {
      return [`the deletion of ${key} was ordered again, but no data was found`];
    }
    return count === 0 && found.has(key) && !isCanceled
      ? [`data of ${key} was found, but its deletion was not ordered again`]
      : [];
  });
}

function keyOf(regulationId: string, destinationId: string): string {
  return `${regulationId} at ${destinationId}`;
}
