import type { DatabaseConnection } from '@lethe/database';
import { CatalogError } from '../catalog-error.js';
import type { SecretBox, SecretPlace } from './secret-box.js';

/** `LETHE_SECRET_KEY` is not the key of this database. */
export class SecretKeyError extends CatalogError {}

const PLACE: SecretPlace = { workspaceId: '', kind: 'check', id: 'catalog' };
const TEXT = 'lethe';

/**
 * Compares the key with the check, a text in the database that the first process with a key sealed.
 *
 * @throws SecretKeyError when the key does not open the check; LetheError `unavailable`
 */
export async function ensureSecretCheck(
  database: DatabaseConnection,
  box: SecretBox,
): Promise<void> {
  await database.query(
    `insert into catalog.secret_check (sealed, sealed_version)
     select $1, 0 where not exists (select from catalog.secret_check)
     on conflict do nothing`,
    [box.seal(TEXT, PLACE)],
  );
  const [row] = await database.query<{ sealed: string }>('select sealed from catalog.secret_check');
  if (row === undefined || box.open(row.sealed, PLACE) !== TEXT) {
    throw new SecretKeyError(
      'LETHE_SECRET_KEY does not open the secrets of this database: they were sealed with another key. Start with that key, or put it behind the new one with a comma between.',
    );
  }
}

/** Seals the check again, with the current key. */
export async function resealSecretCheck(
  database: DatabaseConnection,
  box: SecretBox,
): Promise<void> {
  await database.query(
    `insert into catalog.secret_check (sealed) values ($1)
     on conflict (only_row) do update set sealed = excluded.sealed`,
    [box.seal(TEXT, PLACE)],
  );
}

/**
 * Raised by one when definitions call more variables secret. 2 added addresses and constants of
 * mappings.
 */
const SEALED_VERSION = 2;

/** Whether everything that this version counts as secret has been sealed. */
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
