import type { RunQuery } from '@lethe/database';
import { SCHEMA } from '../../database/schema-name.js';
import { SUPPRESSIONS_POSITION } from '../position/relay-position.js';

const SUPPRESSIONS = `${SCHEMA}.suppressions`;
const ROW = `${SCHEMA}.relay_positions where name = '${SUPPRESSIONS_POSITION}'`;
const POSITION = `(select position from ${ROW})`;
const IS_OLD = `active_count > 0 and first_at < (select told_since from ${ROW})`;

/**
 * Returns whether a suppression from before this epoch still has to be published in this epoch.
 * Ignores later suppressions and lifted suppressions, because some of them are always waiting.
 * Searches in the sequence of the numbers, and ends at the first match.
 */
export async function hasUnpublishedSuppressions(query: RunQuery): Promise<boolean> {
  const [row] = await query<{ behind: boolean }>(
    `select exists (
         select from ${SUPPRESSIONS} where change_seq is null and ${IS_OLD}
       ) or coalesce((
         select true from ${SUPPRESSIONS} where change_seq > ${POSITION} and ${IS_OLD}
          order by change_seq limit 1
       ), false) as behind`,
  );
  return row?.behind ?? true;
}

/** Number of rows that one statement counts. This takes a few tenths of a second. */
const ROWS = 100_000;

/**
 * Counts the users with a suppression, if all changes have been published. Counts one part after
 * the other. Detects a change during the count: at the end, either the change is still waiting, or
 * it was published and the topic has grown.
 *
 * @param isQuiet returns whether the topic still ends where it ended before the call
 * @returns undefined if there was a change
 */
export async function countSuppressedUsers(
  query: RunQuery,
  isQuiet: () => Promise<boolean>,
): Promise<number | undefined> {
  let users = 0;
  let last: LivePart | undefined;
  do {
    [last] = await query<LivePart>(LIVE_PART, [last?.workspace_id ?? '', last?.user_id ?? '']);
    users += last?.users ?? 0;
  } while (last !== undefined && last.rows >= ROWS && (await isQuiet()));
  const [row] = await query<{ waits: boolean }>(
    `select exists (select from ${SUPPRESSIONS} where change_seq is null)
         or coalesce((select max(change_seq) from ${SUPPRESSIONS}) > ${POSITION}, false) as waits`,
  );
  return row?.waits === false && (await isQuiet()) ? users : undefined;
}

interface LivePart {
  readonly users: number;
  readonly rows: number;
  /** The last user of the part. */
  readonly workspace_id: string | null;
  readonly user_id: string | null;
}

/**
 * SQL: counts one part. Its parameters are workspace and id of the last user of the previous part.
 */
const LIVE_PART = `
  with part as (
    select workspace_id, user_id, active_count from ${SUPPRESSIONS}
     where (workspace_id, user_id) > ($1, $2)
     order by workspace_id, user_id fetch first ${ROWS} rows with ties
  ), one_each as (
    select workspace_id, user_id, count(*) as rows, bool_or(active_count > 0) as live
      from part group by 1, 2
  )
  select count(*) filter (where live)::int as users, coalesce(sum(rows), 0)::int as rows,
         (array_agg(workspace_id order by workspace_id desc, user_id desc))[1] as workspace_id,
         (array_agg(user_id order by workspace_id desc, user_id desc))[1] as user_id
    from one_each`;

export async function markEpochComplete(query: RunQuery, epoch: string): Promise<void> {
  await query(
    `update ${SCHEMA}.relay_positions set is_told = true
      where name = '${SUPPRESSIONS_POSITION}' and epoch = $1`,
    [epoch],
  );
}
