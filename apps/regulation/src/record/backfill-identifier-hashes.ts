import type { DatabaseConnection } from '@lethe/database';
import { inBatches } from '../database/in-batches.js';
import { SCHEMA } from '../database/schema-name.js';
import { HASH_FORM, type IdentifierHashes } from './identifier-hashes.js';

const HASHED_AT_ONCE = 1_000;

interface Row {
  readonly id: string;
  readonly workspace_id: string;
  readonly email: unknown;
  readonly phone: unknown;
}

/**
 * Hashes the identifiers of regulations that have no hashes, because they were created before a key
 * was configured.
 *
 * @param signal stops the work between two batches
 * @returns the number of hashed regulations
 */
export async function backfillIdentifierHashes(
  database: DatabaseConnection,
  hashes: IdentifierHashes,
  signal?: AbortSignal,
): Promise<number> {
  if (!hashes.areKept) return 0;
  return inBatches(HASHED_AT_ONCE, () => hashBatch(database, hashes), signal);
}

/**
 * Skips rows that another instance, or the cancellation of a regulation, has locked. A later round
 * hashes them.
 */
function hashBatch(database: DatabaseConnection, hashes: IdentifierHashes): Promise<number> {
  return database.transaction(async (manager) => {
    const rows = await manager.query<Row[]>(
      `select id, workspace_id, attributes -> 'email' as email, attributes -> 'phone' as phone
         from ${SCHEMA}.regulations
        where hash_form is null
          and (jsonb_exists(attributes, 'email') or jsonb_exists(attributes, 'phone'))
        order by id limit ${HASHED_AT_ONCE} for no key update skip locked`,
    );
    if (rows.length === 0) return 0;
    await manager.query(
      `update ${SCHEMA}.regulations r set email_hash = hashed.email, phone_hash = hashed.phone, hash_form = ${HASH_FORM}
         from unnest($1::uuid[], $2::bytea[], $3::bytea[]) as hashed (id, email, phone)
        where r.id = hashed.id`,
      [
        rows.map(({ id }) => id),
        rows.map((row) => hashes.toStore(row.workspace_id, 'email', row.email ?? undefined)),
        rows.map((row) => hashes.toStore(row.workspace_id, 'phone', row.phone ?? undefined)),
      ],
    );
    return rows.length;
  });
}
