import type { LookUps } from '../ask-database.js';
import { SESSION_TIMES } from '../sessions/session-bounds.js';

/** @returns the given sessions of the console that have not ended; their tokens are not checked */
export async function readOpenSessions(
  database: LookUps,
  sessionIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await database.query<{ id: string }>(
    `select id from catalog.sessions
      where id = any($1::uuid[]) and expires_at > clock_timestamp()
        and last_used_at > clock_timestamp() - interval '${SESSION_TIMES.idle} s'`,
    [sessionIds],
  );
  return new Set(rows.map(({ id }) => id));
}
