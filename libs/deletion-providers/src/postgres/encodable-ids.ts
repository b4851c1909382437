import type { Client } from 'pg';
import { sqlStateOf } from './postgres-problem.js';

/** SQLSTATEs for a character that is invalid or not part of the database's encoding. */
const NOT_ENCODABLE: ReadonlySet<unknown> = new Set(['22P05', '22021']);
/** Ids per query. */
const QUERY_IDS = 1_000;

/**
 * Returns the ids that the database's encoding can store. To test this, the server is asked to send
 * the ids back. An id that comes back changed is left out, because the changed id could match rows
 * of another user. A database in UTF-8 needs no test: it can store all ids without a NUL character.
 *
 * @throws network errors; errors of the server
 */
export async function encodableIds(
  client: Client,
  userIds: readonly string[],
): Promise<readonly string[]> {
  const { rows } = await client.query<{ server_encoding: string }>('show server_encoding');
  const ids = userIds.filter((userId) => !userId.includes('\0')); // no encoding can store NUL
  if (rows[0]?.server_encoding === 'UTF8') return ids;
  const found: string[] = [];
  for (let from = 0; from < ids.length; from += QUERY_IDS) {
    found.push(...(await encodableOf(client, ids.slice(from, from + QUERY_IDS))));
  }
  return found;
}

/** Bisects a rejected list, because a single invalid id makes the server reject the whole list. */
async function encodableOf(client: Client, ids: readonly string[]): Promise<readonly string[]> {
  try {
    const { rows } = await client.query<{ ids: string[] }>('select $1::text[] as ids', [ids]);
    return ids.filter((id, index) => rows[0]?.ids[index] === id);
  } catch (error) {
    if (!NOT_ENCODABLE.has(sqlStateOf(error))) throw error;
    if (ids.length <= 1) return [];
    const middle = Math.ceil(ids.length / 2);
    const first = await encodableOf(client, ids.slice(0, middle));
    return [...first, ...(await encodableOf(client, ids.slice(middle)))];
  }
}
