import type { DatabaseConnection } from '@lethe/database';
import { noteEnds } from '../cancel-regulation/note-nothing-open.js';
import { SCHEMA } from '../database/schema-name.js';

/** Most regulations of one statement: its locks last until its end. */
const FORGOTTEN_AT_ONCE = 1_000;

/**
 * Forgets the identifiers other than the userId of regulations whose deletions were done long enough ago:
 * `done_at` says since when they are needed no more. A deletion that is tried again at this moment keeps
 * them; one that is tried again later has the userId only. What workers wrote about a job goes with the last
 * of its users: why it was aborted, and the notes. How it was done and what was counted stays.
 *
 * @param retentionDays for which they are kept after that
 * @returns how many regulations
 */
export async function forgetPersonalData(
  database: DatabaseConnection,
  retentionDays: number,
): Promise<number> {
  await noteEnds((sql, parameters) => database.query(sql, parameters));
  let all = 0;
  let forgotten: number;
  do {
    const rows = await database.query<{ id: string }>(FORGET, [retentionDays, FORGOTTEN_AT_ONCE]);
    forgotten = rows.length;
    if (forgotten > 0) await database.query(FORGET_TEXTS, [rows.map(({ id }) => id)]);
    all += forgotten;
  } while (forgotten === FORGOTTEN_AT_ONCE);
  return all;
}

/** A retry locks the regulations whose users it gives to a new job. */
const FORGET = `
  with old as materialized (
    select id from ${SCHEMA}.regulations r
     where done_at < statement_timestamp() - $1::integer * interval '1 day'
       and identifiers_forgotten_at is null
       and not exists (select from ${SCHEMA}.deletion_job_users u
                        join ${SCHEMA}.deletion_jobs j on j.id = u.job_id
                       where u.regulation_id = r.id
                         and (j.unsettled or j.state not in ('complete', 'aborted', 'canceled')))
     order by done_at limit $2 for no key update skip locked
  ), gone as (
    update ${SCHEMA}.regulations r
       set attributes = jsonb_build_object('userId', r.user_id),
           identifiers_forgotten_at = statement_timestamp()
      from old where r.id = old.id returning r.id
  )
  select id from gone`;

/** A statement of its own: it sees what others have forgotten meanwhile. */
const FORGET_TEXTS = `
  with told as materialized (
    select j.id from ${SCHEMA}.deletion_jobs j
     where j.id in (select job_id from ${SCHEMA}.deletion_job_users where regulation_id = any($1::uuid[]))
       and j.state in ('complete', 'aborted', 'canceled')
       and (j.reason is not null or jsonb_exists(j.record, 'notes'))
       and not exists (select from ${SCHEMA}.deletion_job_users u
                         join ${SCHEMA}.regulations r on r.id = u.regulation_id
                        where u.job_id = j.id and r.identifiers_forgotten_at is null)
     order by j.id for no key update of j
  )
  update ${SCHEMA}.deletion_jobs j set reason = null, record = record - 'notes'
    from told where j.id = told.id`;
