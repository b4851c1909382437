import type { DeletionInput, ProviderVerification } from '@lethe/destinations';
import { foundUsers } from '../shared/found-users.js';
import { DeletionProblem } from '../shared/deletion-problem.js';
import { shortName } from '../shared/short-name.js';
import type { Seen } from '../shared/to-outcome.js';
import { newProgress, type PassCounts, type PassOf } from './pass-progress.js';
import type { ObjectWork } from './rewrite-object.js';
import { S3Pass } from './s3-pass.js';
import type { S3Settings } from './s3-settings.js';

/**
 * Counts the rows of users in a bucket with one pass that writes nothing. The pass begins at the
 * first object at each attempt, because a row that was found before can be gone.
 *
 * @param seen gets the users with rows in the objects that were read
 * @throws DeletionProblem; the signal's reason; errors of `beforeCall`
 */
export async function verifyBucket(
  settings: S3Settings,
  input: DeletionInput,
  work: ObjectWork,
  passOf: PassOf,
  seen: Seen,
): Promise<ProviderVerification> {
  const withoutProgress = { ...input, saveProgress: () => undefined };
  const pass = new S3Pass(settings, withoutProgress, work, passOf, newProgress(passOf), false);
  const soFar = () => ({
    record: {
      method: `S3: rows of objects counted in ${shortName(`${settings.bucket}/${settings.prefix}`)}`,
      counts: shownCounts(pass.counts),
    },
    ...foundUsers(input.users, pass.found),
  });
  seen.soFar = soFar;
  const outcome = await pass.run();
  // An object that cannot be read can have rows of the users, so they are not absent.
  if (outcome.status !== 'complete') throw new DeletionProblem(outcome);
  const { refused = [] } = outcome;
  const reason = refused[0]?.reason;
  return {
    status: 'verified',
    ...soFar(),
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
