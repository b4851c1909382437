import type { EntityManager } from 'typeorm';
import type { CheckedRows } from './check-rows.js';
import { USERS, type ImportRow } from './import-table.js';

/**
 * Leaves out users of whom this import has a row already, and remembers the others, in the transaction that makes their regulations. Each
 * takes one look into an index: rows of one user are not compared with all earlier ones of that user.
 */
export async function withoutRepeats(
  manager: EntityManager,
  row: ImportRow,
  { users, repeated }: CheckedRows,
): Promise<Pick<CheckedRows, 'users' | 'repeated'>> {
  if (users.length === 0) return { users, repeated };
  const rows = await manager.query<{ place: string }[]>(REMEMBER, [
    row.key,
    users.map((user) => JSON.stringify(user)),
  ]);
  const places = new Set(rows.map(({ place }) => Number(place) - 1));
  return {
    users: users.filter((_user, place) => places.has(place)),
    repeated: repeated + users.length - places.size,
  };
}

/** PostgreSQL writes the members of `jsonb` in one order. The key of the import makes the hashes of two imports differ. */
function hashOf(attributes: string): string {
  return `substr(sha256(convert_to($1::uuid::text || ${attributes}::text, 'UTF8')), 1, 16)`;
}

/** In the order of the hashes, as rows of an index. @returns of each new user the first place */
const REMEMBER = `
  with given as materialized (
    select ${hashOf('attributes')} as user_hash, min(place) as place
      from unnest($2::jsonb[]) with ordinality as given (attributes, place)
     group by 1 order by 1
  ), remembered as (
    insert into ${USERS} (import_key, user_hash) select $1::uuid, user_hash from given
    on conflict do nothing returning user_hash
  )
  select place from given join remembered using (user_hash)`;
