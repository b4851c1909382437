import { waitFor } from '@lethe/testing';

const LIMIT_MS = 300_000;

/**
 * Waits until a statement returns rows.
 *
 * @param what the awaited state, for the error
 * @returns the rows
 */
export async function untilFound(
  database,
  what,
  sql,
  parameters = [],
  { intervalMs = undefined, limitMs = LIMIT_MS } = {},
) {
  const poll = async () => {
    const { rows } = await database.query(sql, parameters);
    return rows.length > 0 && rows;
  };
  return waitFor(poll, { timeoutMs: limitMs, intervalMs, message: what });
}

const NOTHING_WAITS = `
  select
   where not exists (select from regulation.outbox)
     and not exists (select from regulation.suppressions where change_seq is null)
     and coalesce((select max(change_seq) from regulation.suppressions), 0)
       = coalesce((select position from regulation.relay_positions where name = 'suppressions'), 0)`;

/** Waits until the relay has published all commits, so that no round slows down the next one. */
export function drained(database) {
  return untilFound(database, 'the relay to publish everything', NOTHING_WAITS, [], {
    intervalMs: 50,
  });
}
