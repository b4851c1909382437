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
 * Checks at the start that the key decrypts the secrets in the database. The first process with a
 * key stores an encrypted text for this check (see `ensureSecretCheck`). It also encrypts all
 * secrets that are plain text. If a release makes further variables secret, its first process
 * encrypts them.
 *
 * @throws SecretKeyError if the key does not decrypt the check; LetheError `unavailable`
 */
export async function checkSecretKey(database: DatabaseConnection, box: SecretBox): Promise<void> {
  await ensureSecretCheck(database, box);
  if (await isAllSealed(database)) return;
  await sealStoredSecrets(database, box);
  await noteAllSealed(database);
}

/**
 * Encrypts with the first key all secrets that are plain text or encrypted with an older key. If
 * the result has no unreadable rows, the older keys are no longer needed.
 *
 * @throws SecretKeyError if no key decrypts the check; LetheError `unavailable`
 */
export async function resealSecrets(
  database: DatabaseConnection,
  box: SecretBox,
): Promise<ResealSummary> {
  await ensureSecretCheck(database, box);
  const summary = await sealStoredSecrets(database, box);
  // The check is encrypted last. So a start without the old key fails until all secrets are
  // encrypted with the new key.
  if (summary.unreadable === 0) await resealSecretCheck(database, box);
  return summary;
}
