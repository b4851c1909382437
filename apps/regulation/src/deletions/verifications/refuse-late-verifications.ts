import { lateVerificationProblem, findLateVerifications } from '@lethe/catalog';
import type { RunQuery } from '@lethe/database';
import { StartError } from '@lethe/observability';

/**
 * Checks that no workspace verifies deletions after the purge of their identifiers. The setting can
 * be older than a lower `LETHE_PII_RETENTION_DAYS`.
 *
 * @param personalDataDays days for which identifiers are kept after a deletion
 * @throws StartError that lists the workspaces
 */
export async function refuseLateVerifications(
  query: RunQuery,
  personalDataDays: number,
): Promise<void> {
  const late = await findLateVerifications(query, personalDataDays);
  if (late.length === 0) return;
  const settings = late.map(({ id, verifyAfterDays }) => `${id}: ${verifyAfterDays}`);
  throw new StartError(
    `verifyAfterDays of these workspaces ${lateVerificationProblem(personalDataDays)}: ${settings.join(', ')}. Change it in the workspace file, and apply the file.`,
  );
}
