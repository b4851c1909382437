import type { DatabaseConnection } from '@lethe/database';
import {
  ensureSecretCheck,
  isAllSealed,
  noteAllSealed,
  resealSecretCheck,
} from './secret-check.js';
import { sealStoredSecrets, type ResealSummary } from './seal-stored-secrets.js';
import type { SecretBox } from './secret-box.js';

/**
 * Makes sure that the key opens what the database holds, before a request depends on it. The first
 * process with a key leaves something sealed there. It, and the first of a version that knows more
 * secrets, seals what was stored in plain before.
 *
 * @throws SecretKeyError for another key; LetheError `unavailable`
 */
export async function checkSecretKey(database: DatabaseConnection, box: SecretBox): Promise<void> {
  await ensureSecretCheck(database, box);
  if (await isAllSealed(database)) return;
  await sealStoredSecrets(database, box);
  await noteAllSealed(database);
}

/**
 * Seals with the first key whatever was sealed with an older one, or is stored in plain. Afterwards
 * the older ones are needed no more, unless something is reported as unreadable.
 *
 * @throws SecretKeyError when none of the keys is that of the database; LetheError `unavailable`
 */
export async function resealSecrets(
  database: DatabaseConnection,
  box: SecretBox,
): Promise<ResealSummary> {
  await ensureSecretCheck(database, box);
  const summary = await sealStoredSecrets(database, box);
  // Last: until then the old key is needed, and the check says so.
  if (summary.unreadable === 0) await resealSecretCheck(database, box);
  return summary;
}
