import type { RunQuery } from '@lethe/outbox';
import { SCHEMA } from '../database/schema-name.js';

/** Advisory lock of whoever gives out numbers, held until its own commit. */
const NUMBERING_LOCK = 0x1e74f;

/**
 * Gives the next change numbers to committed changes that have none. Everybody who reads changes
 * in order calls this first.
 *
 * Numbers come after the commit and under a lock that lasts until the numbers are committed too,
 * so they become visible in order and no reader can pass a change that commits late. Rows that an
 * open transaction holds are passed over: nobody waits for somebody else's transaction.
 *
 * @param limit most rows of one round
 * @returns how many got a number; `limit` means that there may be more
 */
export async function numberChanges(query: RunQuery, limit: number): Promise<number> {
  const rows = await query<{ numbered: number }>(
    `with turn as materialized (
       select pg_advisory_xact_lock($1)
     ), change as (
       select s.ctid as place from turn, ${SCHEMA}.suppressions s
        where s.change_seq is null
        limit $2
          for update of s skip locked
     ), numbered as (
       update ${SCHEMA}.suppressions s
          set change_seq = nextval('${SCHEMA}.suppression_changes')
         from change
        where s.ctid = change.place
       returning 1
     )
     select count(*)::int as numbered from numbered`,
    [NUMBERING_LOCK, limit],
  );
  return rows[0]?.numbered ?? 0;
}
