import type { RunQuery } from '@lethe/database';
import { SCHEMA } from '../../database/schema-name.js';

/**
 * Part of the statement that numbers, as it needs the same lock: the clock is read while no other
 * process gives out numbers, so the numbers up to the mark are of changes committed before that
 * time.
 */
export const LEAVE_MARK = `
  insert into ${SCHEMA}.change_marks (at, position)
  select clock_timestamp(), numbers.position
    from turn, (
      select case when is_called then last_value else 0 end as position
        from ${SCHEMA}.suppression_changes
    ) as numbers
   where not exists (
     select from (
       select at, position from ${SCHEMA}.change_marks order by at desc limit 1
     ) as newest
      where newest.at > clock_timestamp() - interval '1 minute' or newest.position = numbers.position
   )
  on conflict (at) do nothing`;

/** Older marks are removed: a client that asks for an earlier time starts from the beginning. */
const KEEP_MARKS = '30 days';

/** Removes old marks. */
export async function forgetOldMarks(query: RunQuery): Promise<void> {
  await query(
    `delete from ${SCHEMA}.change_marks where at < clock_timestamp() - $1::interval
        and at < (select max(at) from ${SCHEMA}.change_marks)`,
    [KEEP_MARKS],
  );
}
