import type { EntityManager } from 'typeorm';
import { keyOf, type CheckedRows } from './check-rows.js';
import { USERS, type ImportRow } from './import-table.js';

/**
 * Leaves out users that this import already had. Stores the hashes of the remaining users in the
 * transaction of their regulations. Each user costs one index lookup, and no earlier row is
 * compared.
 */
export async function withoutRepeats(
  manager: EntityManager,
  row: ImportRow,
  { users, repeated }: CheckedRows,
): Promise<Pick<CheckedRows, 'users' | 'repeated'>> {
  if (users.length === 0) return { users, repeated };
  const rows = await manager.query<{ place: string }[]>(INSERT_NEW, [row.key, users.map(keyOf)]);
  const places = new Set(rows.map(({ place }) => Number(place) - 1));
  return {
    users: users.filter((_user, place) => places.has(place)),
    repeated: repeated + users.length - places.size,
  };
}

/**
 * SQL: the hash of a user. PostgreSQL writes the members of `jsonb` in a fixed sequence. The key
 * makes the hashes of different imports differ.
 */
function hashOf(attributes: string): string {
  return `substr(sha256(convert_to($1::uuid::text || ${attributes}::text, 'UTF8')), 1, 16)`;
}

/** Inserts hashes in the order of the index. Returns the first position of each new user. */
const INSERT_NEW = `
  with given as materialized (
    select ${hashOf('attributes')} as user_hash, min(place) as place
      from unnest($2::jsonb[]) with ordinality as given (attributes, place)
     group by 1 order by 1
  ), remembered as (
    insert into ${USERS} (import_key, user_hash) select $1::uuid, user_hash from given
    on conflict do nothing returning user_hash
  )
  select place from given join remembered using (user_hash)`;
