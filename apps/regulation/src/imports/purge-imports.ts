import { IMPORT_LIMITS } from '@lethe/contracts';
import type { DatabaseConnection } from '@lethe/database';
import { doneBy, inBatches } from '../database/in-batches.js';
import { IMPORTS, PIECES, REFUSALS, USERS } from './import-table.js';

/** Maximum imports of one statement. Each import can have a hundred thousand dependent rows. */
const AT_ONCE = 20;
/** Maximum hashes of one statement. A file can have millions of users. */
const USERS_AT_ONCE = 10_000;

/**
 * Removes the hashes of users of ended imports. Then fails idle uploads, removes old refused rows,
 * and at last removes old imports.
 *
 * @param retentionDays days for which identifiers of deletions are kept; refused rows also contain
 *   identifiers, and are not kept longer
 */
export async function purgeImports(
  database: DatabaseConnection,
  retentionDays: number,
  signal?: AbortSignal,
): Promise<void> {
  const days = Math.min(IMPORT_LIMITS.refusalDays, retentionDays);
  const { query } = database;
  await inBatches(1, () => doneBy(query, DELETE_USERS), signal);
  const rounds = [
    [FAIL_IDLE, IMPORT_LIMITS.uploadHours],
    [DELETE_REFUSALS, days],
    [DELETE_IMPORTS, IMPORT_LIMITS.days],
  ] as const;
  for (const [sql, age] of rounds) {
    await inBatches(AT_ONCE, () => doneBy(query, sql, [age]), signal);
  }
}

const due = (where: string) => `
  with due as materialized (
    select workspace_id, id from ${IMPORTS} where ${where} limit ${AT_ONCE} for update skip locked
  )`;
const OF_DUE = '(workspace_id, import_id) in (select workspace_id, id from due)';

const FAIL_IDLE = `${due(`state = 'uploading' and ended_at is null and updated_at < now() - $1 * interval '1 hour'`)},
  pieces as (delete from ${PIECES} where ${OF_DUE}),
  ended as (
    update ${IMPORTS} i set state = 'failed', ended_at = now(), updated_at = now(),
           failure = 'The upload was idle for ${IMPORT_LIMITS.uploadHours} hours. Start the import again.'
      from due where i.workspace_id = due.workspace_id and i.id = due.id returning 1
  )
  select count(*)::int as done from ended`;

/**
 * Also marks imports without refused rows. Without the mark, the next round would select them
 * again.
 */
const DELETE_REFUSALS = `${due(`ended_at < now() - $1 * interval '1 day' and not refusals_forgotten`)},
  refusals as (delete from ${REFUSALS} where ${OF_DUE}),
  forgotten as (
    update ${IMPORTS} i set header = null, refusals_forgotten = true
      from due where i.workspace_id = due.workspace_id and i.id = due.id returning 1
  )
  select count(*)::int as done from forgotten`;

const DELETE_IMPORTS = `${due(`ended_at < now() - $1 * interval '1 day' and refusals_forgotten`)},
  gone as (
    delete from ${IMPORTS} i using due where i.workspace_id = due.workspace_id and i.id = due.id returning 1
  )
  select count(*)::int as done from gone`;

/**
 * Deletes some of the hashes of one import. After the last hash, the import is not selected again.
 */
const DELETE_USERS = `
  with due as materialized (
    select workspace_id, id, key from ${IMPORTS}
     where known_portions > 0 and ended_at is not null limit 1 for update skip locked
  ), part as materialized (
    select import_key, user_hash from ${USERS}
     where import_key = (select key from due) limit ${USERS_AT_ONCE}
  ), gone as (
    delete from ${USERS} u using part
     where u.import_key = part.import_key and u.user_hash = part.user_hash returning 1
  ), forgotten as (
    update ${IMPORTS} i set known_portions = 0 from due
     where i.workspace_id = due.workspace_id and i.id = due.id and (select count(*) from gone) < ${USERS_AT_ONCE}
  )
  select count(*)::int as done from due`;
