import { EVENT_BOUNDS } from '@lethe/api/events';
import type { RunQuery } from '@lethe/database';
import { doneBy, inBatches } from '../database/in-batches.js';
import { DATABASE_IDENTITY, SCHEMA } from '../database/schema-name.js';

/** Most rows of one statement. */
const FORGOTTEN_AT_ONCE = 5_000;
const MARK_EVERY = '30 seconds';

/**
 * Removes events of which nobody's position may be in want any more. By transactions, not by their times: each that had ended ten
 * minutes ago was seen by every position that is younger, also when it had written its event long before it committed. A mark, left
 * twice a minute, says which had ended; one of another database says nothing.
 *
 * The oldest are first in the key, so it reads what it removes.
 *
 * @param signal ends it between two statements
 */
export async function forgetEvents(query: RunQuery, signal?: AbortSignal): Promise<void> {
  await query(MARK);
  for (const which of [OLD, OF_ANOTHER_DATABASE]) {
    await inBatches(FORGOTTEN_AT_ONCE, () => doneBy(query, forget(which)), signal);
  }
  await query(`delete from ${SCHEMA}.event_marks where at < (${LAST_OLD_MARK('at')})`);
}

const MARK = `
  insert into ${SCHEMA}.event_marks (at, tx, database)
  select clock_timestamp(), pg_snapshot_xmin(pg_current_snapshot()), ${DATABASE_IDENTITY}
   where not exists (
     select from ${SCHEMA}.event_marks
      where at > clock_timestamp() - interval '${MARK_EVERY}' and database = ${DATABASE_IDENTITY})
  on conflict do nothing`;

const LAST_OLD_MARK = (column: string) => `
  select ${column} from ${SCHEMA}.event_marks
   where at < clock_timestamp() - interval '${EVENT_BOUNDS.minutes} minutes' and database = ${DATABASE_IDENTITY}
   order by at desc limit 1`;

const OLD = `tx < (${LAST_OLD_MARK('tx')})`;
/** A copy of a database has these, until its own transactions have such ids. */
const OF_ANOTHER_DATABASE = `tx >= pg_snapshot_xmax(pg_current_snapshot())`;

const forget = (which: string) => `
  with old as materialized (
    select tx, id from ${SCHEMA}.events where ${which} order by tx, id limit ${FORGOTTEN_AT_ONCE}
  ), gone as (
    delete from ${SCHEMA}.events e using old where e.tx = old.tx and e.id = old.id returning 1
  )
  select count(*)::int as done from gone`;
