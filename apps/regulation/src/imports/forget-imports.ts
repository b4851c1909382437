import { IMPORT_LIMITS } from '@lethe/contracts';
import type { DatabaseConnection } from '@lethe/database';
import { doneBy, inBatches } from '../database/in-batches.js';
import { IMPORTS, PIECES, REFUSALS, USERS } from './import-table.js';

/** Rows of one statement: each may have a hundred thousand of others. */
const AT_ONCE = 20;
/** Hashes that one statement deletes: a file has millions of users. */
const USERS_AT_ONCE = 10_000;

/**
 * Gives up uploads that nobody goes on with, forgets which users imports that have ended had, refused rows once nobody needs them, and in the end
 * the imports.
 *
 * @param retentionDays for which identifiers of deletions are kept: refused rows have some, too
 */
export async function forgetImports(
  database: DatabaseConnection,
  retentionDays: number,
  signal?: AbortSignal,
): Promise<void> {
  const days = Math.min(IMPORT_LIMITS.refusalDays, retentionDays);
  const { query } = database;
  await inBatches(1, () => doneBy(query, FORGET_USERS), signal);
  const rounds = [
    [GIVE_UP, IMPORT_LIMITS.uploadHours],
    [FORGET_REFUSALS, days],
    [FORGET, IMPORT_LIMITS.days],
  ] as const;
  for (const [sql, age] of rounds) {
    await inBatches(AT_ONCE, () => doneBy(query, sql, [age]), signal);
  }
}

/** @param where which of the imports are due */
const due = (where: string) => `
  with due as materialized (
    select workspace_id, id from ${IMPORTS} where ${where} limit ${AT_ONCE} for update skip locked
  )`;
const OF_DUE = '(workspace_id, import_id) in (select workspace_id, id from due)';

const GIVE_UP = `${due(`state = 'uploading' and ended_at is null and updated_at < now() - $1 * interval '1 hour'`)},
  pieces as (delete from ${PIECES} where ${OF_DUE}),
  ended as (
    update ${IMPORTS} i set state = 'failed', ended_at = now(), updated_at = now(),
           failure = 'The upload was not gone on with for ${IMPORT_LIMITS.uploadHours} hours.'
      from due where i.workspace_id = due.workspace_id and i.id = due.id returning 1
  )
  select count(*)::int as done from ended`;

/** Those that have nothing to forget are marked, too: they would be looked at again. */
const FORGET_REFUSALS = `${due(`ended_at < now() - $1 * interval '1 day' and not refusals_forgotten`)},
  refusals as (delete from ${REFUSALS} where ${OF_DUE}),
  forgotten as (
    update ${IMPORTS} i set header = null, refusals_forgotten = true
      from due where i.workspace_id = due.workspace_id and i.id = due.id returning 1
  )
  select count(*)::int as done from forgotten`;

const FORGET = `${due(`ended_at < now() - $1 * interval '1 day' and refusals_forgotten`)},
  gone as (
    delete from ${IMPORTS} i using due where i.workspace_id = due.workspace_id and i.id = due.id returning 1
  )
  select count(*)::int as done from gone`;

/** Of one import, a part; it is marked once none is left. */
const FORGET_USERS = `
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
