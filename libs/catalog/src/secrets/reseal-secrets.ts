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
 * Makes sure, before a request depends on it, that the key opens what the database holds. The first
 * process with a key stores a sealed text in the database (see `ensureSecretCheck`). That process,
 * and the first of a version that counts more variables as secret, also seals what is stored in
 * plain.
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
 * the older keys are no longer needed, unless rows are reported as unreadable.
 *
 * @throws SecretKeyError when none of the keys opens what the database holds; LetheError
 * `unavailable`
 */
export async function resealSecrets(
  database: DatabaseConnection,
  box: SecretBox,
): Promise<ResealSummary> {
  await ensureSecretCheck(database, box);
  const summary = await sealStoredSecrets(database, box);
  // The check comes last: until then the old key is needed, and a start without it is refused.
  if (summary.unreadable === 0) await resealSecretCheck(database, box);
  return summary;
}
