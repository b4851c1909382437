import { EVENT_BOUNDS } from '@lethe/api/events';
import type { RunQuery } from '@lethe/database';
import { doneBy, inBatches } from '../database/in-batches.js';
import { DATABASE_IDENTITY, SCHEMA } from '../database/schema-name.js';

const REMOVED_AT_ONCE = 5_000;
const MARK_EVERY = '30 seconds';

/**
 * Removes events that no reader with a valid position needs. A valid position is at most ten
 * minutes old. So its reader has seen the events of all transactions that had ended ten minutes
 * ago. A transaction can write an event long before it commits. So this function removes events by
 * their transaction and not by their time. Twice a minute, it writes a mark with the oldest
 * transaction that is running. It ignores marks of another database.
 *
 * The oldest events are first in the key, so the query reads only the rows that it removes.
 *
 * @param signal stops the removal between two statements
 */
export async function purgeEvents(query: RunQuery, signal?: AbortSignal): Promise<void> {
  await query(MARK);
  for (const which of [OLD, OF_ANOTHER_DATABASE]) {
    await inBatches(REMOVED_AT_ONCE, () => doneBy(query, remove(which)), signal);
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
/**
 * Events with transaction ids that this database has not reached. A copy of another database can
 * contain such events.
 */
const OF_ANOTHER_DATABASE = `tx >= pg_snapshot_xmax(pg_current_snapshot())`;

const remove = (which: string) => `
  with old as materialized (
    select tx, id from ${SCHEMA}.events where ${which} order by tx, id limit ${REMOVED_AT_ONCE}
  ), gone as (
    delete from ${SCHEMA}.events e using old where e.tx = old.tx and e.id = old.id returning 1
  )
  select count(*)::int as done from gone`;
