import type { RunQuery } from '@lethe/database';
import { SCHEMA } from '../../database/schema-name.js';

/**
 * SQL: stores a mark, which is a time and the last change number at this time. It is part of the
 * numbering statement, because it needs the same lock. Under this lock, no other process assigns
 * numbers while the clock is read. So all changes up to the number of the mark were committed
 * before its time.
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

/**
 * Time for which marks are kept. A client that requests changes since an earlier time starts at the
 * first change.
 */
const KEEP_MARKS = '30 days';

export async function removeOldMarks(query: RunQuery): Promise<void> {
  await query(
    `delete from ${SCHEMA}.change_marks where at < clock_timestamp() - $1::interval
        and at < (select max(at) from ${SCHEMA}.change_marks)`,
    [KEEP_MARKS],
  );
}
