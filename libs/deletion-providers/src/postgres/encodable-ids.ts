import type { Client } from 'pg';
import { sqlStateOf } from './postgres-problem.js';

/** A character that the database's encoding does not have, or that is none. */
const NOT_ENCODABLE: ReadonlySet<unknown> = new Set(['22P05', '22021']);
/** Ids of one question. */
const ASKED_AT_ONCE = 1_000;

/**
 * Asks the server which ids the encoding of its database can hold. An id that does not come back as it went would
 * meet rows of another user. A database in UTF-8 holds all of them, and is asked for its encoding only.
 *
 * @throws errors of the network and of the server
 */
export async function encodableIds(
  client: Client,
  userIds: readonly string[],
): Promise<readonly string[]> {
  const { rows } = await client.query<{ server_encoding: string }>('show server_encoding');
  const ids = userIds.filter((userId) => !userId.includes('\0')); // of no encoding
  if (rows[0]?.server_encoding === 'UTF8') return ids;
  const found: string[] = [];
  for (let from = 0; from < ids.length; from += ASKED_AT_ONCE) {
    found.push(...(await comeBack(client, ids.slice(from, from + ASKED_AT_ONCE))));
  }
  return found;
}

/** By halving: the server refuses all of a list for one. */
async function comeBack(client: Client, ids: readonly string[]): Promise<readonly string[]> {
  try {
    const { rows } = await client.query<{ ids: string[] }>('select $1::text[] as ids', [ids]);
    return ids.filter((id, index) => rows[0]?.ids[index] === id);
  } catch (error) {
    if (!NOT_ENCODABLE.has(sqlStateOf(error))) throw error;
    if (ids.length <= 1) return [];
    const middle = Math.ceil(ids.length / 2);
    const first = await comeBack(client, ids.slice(0, middle));
    return [...first, ...(await comeBack(client, ids.slice(middle)))];
  }
}
