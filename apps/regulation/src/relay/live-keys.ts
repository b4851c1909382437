import type { RunQuery } from '@lethe/outbox';
import { SCHEMA } from '../database/schema-name.js';
import { SUPPRESSIONS_POSITION } from './relay-position.js';

const OF_SUPPRESSIONS = `name = '${SUPPRESSIONS_POSITION}'`;
const SUPPRESSIONS = `${SCHEMA}.suppressions`;
const POSITIONS = `${SCHEMA}.relay_positions`;

/**
 * Whether anything that was true when the telling began has not been told since then. What has come
 * later does not count: there is always some of it on its way.
 */
export async function isBehind(query: RunQuery): Promise<boolean> {
  const [row] = await query<{ behind: boolean }>(
    `select exists (
         select from ${SUPPRESSIONS} where change_seq is null and first_at < told_since
       ) or exists (
         select from ${SUPPRESSIONS} where change_seq > position and first_at < told_since
       ) as behind
       from ${POSITIONS} where ${OF_SUPPRESSIONS}`,
  );
  return row?.behind ?? true;
}

/**
 * Users with a suppression, of whom all changes have been told; 0 while some have not.
 *
 * @throws LetheError when it takes longer than a statement may
 */
export async function countLiveKeys(query: RunQuery): Promise<number> {
  const [row] = await query<{ live: string }>(
    `select case when exists (select from ${SUPPRESSIONS} where change_seq is null)
              or exists (select from ${SUPPRESSIONS} where change_seq > position)
            then 0 else (
              select count(*) from (
                select from ${SUPPRESSIONS} where active_count > 0 group by workspace_id, user_id
              ) as users
            ) end as live
       from ${POSITIONS} where ${OF_SUPPRESSIONS}`,
  );
  return Number(row?.live ?? 0);
}

/** Everything has been told in this epoch. */
export async function noteTold(query: RunQuery, epoch: string): Promise<void> {
  await query(`update ${POSITIONS} set is_told = true where ${OF_SUPPRESSIONS} and epoch = $1`, [
    epoch,
  ]);
}
