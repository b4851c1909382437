import type { DeletionInput, VerificationOutcome } from '@lethe/destinations';
import { foundUsers } from '../shared/found-users.js';
import { DeletionProblem } from '../shared/deletion-problem.js';
import { newProgress, type PassCounts, type PassOf } from './pass-progress.js';
import type { ObjectWork } from './rewrite-object.js';
import { S3Pass } from './s3-pass.js';
import type { S3Settings } from './s3-settings.js';

/**
 * Counts the rows of users in a bucket with one pass that writes nothing. The pass begins at the
 * first object at each attempt, because a row that was found before can be gone.
 *
 * @throws DeletionProblem; the signal's reason; errors of `beforeCall`
 */
export async function verifyBucket(
  settings: S3Settings,
  input: DeletionInput,
  work: ObjectWork,
  passOf: PassOf,
): Promise<VerificationOutcome> {
  const withoutProgress = { ...input, saveProgress: () => undefined };
  const pass = new S3Pass(settings, withoutProgress, work, passOf, newProgress(passOf), false);
  const outcome = await pass.run();
  // An object that cannot be read can have rows of the users, so they are not absent.
  if (outcome.status !== 'complete') throw new DeletionProblem(outcome);
  const { record, refused = [] } = outcome;
  const reason = refused[0]?.reason;
  return {
    status: 'verified',
    record: {
      method: 'S3: rows of objects counted',
      counts: shownCounts(record.counts as PassCounts),
    },
    ...foundUsers(input.users, pass.found),
    ...(reason !== undefined && {
      doubtful: refused.map(({ regulationId }) => regulationId),
      reason,
    }),
  };
}

/** Names the counts after what was found, because nothing was removed. */
function shownCounts(counts: PassCounts): Readonly<Record<string, number>> {
  const { rowsRemoved, objectsRewritten, oldVersionsDeleted, ...others } = counts;
  return {
    ...others,
    rowsFound: rowsRemoved,
    objectsWithRows: objectsRewritten,
    oldVersionsWithRows: oldVersionsDeleted,
  };
}
