import type { DatabaseConnection } from '@lethe/database';
import { CatalogError } from '../catalog-error.js';
import type { SecretBox, SecretContext } from './secret-box.js';

/** `LETHE_SECRET_KEY` is not the key of this database. */
export class SecretKeyError extends CatalogError {}

const CONTEXT: SecretContext = { workspaceId: '', kind: 'check', id: 'catalog' };
const TEXT = 'lethe';

/**
 * Checks that the key decrypts the check text in the database. If there is no check text, stores
 * one that is encrypted with this key.
 *
 * @throws SecretKeyError if the key does not decrypt the check; LetheError `unavailable`
 */
export async function ensureSecretCheck(
  database: DatabaseConnection,
  box: SecretBox,
): Promise<void> {
  await database.query(
    `insert into catalog.secret_check (sealed, sealed_version)
     select $1, 0 where not exists (select from catalog.secret_check)
     on conflict do nothing`,
    [box.seal(TEXT, CONTEXT)],
  );
  const [row] = await database.query<{ sealed: string }>('select sealed from catalog.secret_check');
  if (row === undefined || box.open(row.sealed, CONTEXT) !== TEXT) {
    throw new SecretKeyError(
      'LETHE_SECRET_KEY cannot decrypt the secrets of this database: they were encrypted with another key. Start with that key, or add it after the new key, separated by a comma.',
    );
  }
}

/** Encrypts the check again with the current key. */
export async function resealSecretCheck(
  database: DatabaseConnection,
  box: SecretBox,
): Promise<void> {
  await database.query(
    `insert into catalog.secret_check (sealed) values ($1)
     on conflict (only_row) do update set sealed = excluded.sealed`,
    [box.seal(TEXT, CONTEXT)],
  );
}

/**
 * Must be increased by one when a release makes further variables secret. Version 2 added addresses
 * and constants of mappings.
 */
const SEALED_VERSION = 2;

/** Returns whether all variables that are secret in this release are encrypted in the database. */
export async function isAllSealed(database: DatabaseConnection): Promise<boolean> {
  const rows = await database.query('select from catalog.secret_check where sealed_version >= $1', [
    SEALED_VERSION,
  ]);
  return rows.length > 0;
}

export async function noteAllSealed(database: DatabaseConnection): Promise<void> {
  await database.query(
    'update catalog.secret_check set sealed_version = $1 where sealed_version < $1',
    [SEALED_VERSION],
  );
}
