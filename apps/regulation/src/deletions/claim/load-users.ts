import type { DeletionUser, UserIdentifiers } from '@lethe/contracts';
import type { RunQuery } from '@lethe/database';
import { SCHEMA } from '../../database/schema-name.js';
import type { ClaimedRow } from './fair-claim-sql.js';
import { identifiersFor, takesUserIdOnly } from './identifiers-for.js';

/** Maximum size of the identifiers in the answer to one claim, in bytes of JSON. */
const MAX_ANSWER_BYTES = 8 * 1024 * 1024;
/** Bytes that a user takes in the answer in addition to the identifiers. */
const BYTES_BESIDE = 80;

/**
 * Returns the names of the identifiers to read for a destination type. `undefined` stands for all
 * identifiers, which data planes and self-hosted workers get.
 */
export type ChooseIdentifiers = (destinationType: string) => readonly string[] | undefined;

interface UserRow {
  readonly job_id: string;
  readonly regulation_id: string;
  readonly identifiers: UserIdentifiers;
  readonly users: string;
  readonly is_canceled: boolean;
  readonly is_purged: boolean;
}

/**
 * Reads the users of jobs, with the identifiers that their destinations can use. `offset 0` forces
 * look-ups by key. Without it, the planner would read all regulations if other jobs have many
 * users.
 *
 * @param jobs sorted by priority, the most urgent job first
 * @returns users by job id. The first job is included, even if it is large. A later job that would
 *   make the answer larger than `MAX_ANSWER_BYTES` is left out, with all jobs after it. Jobs
 *   without users are also left out. Jobs with a user of a canceled regulation are left out too,
 *   unless the destination has accepted the deletion request, or `keepCanceled` is true. The same
 *   holds for a job that a verification ordered, if identifiers of its users are purged and the
 *   destination finds users by them
 */
export async function loadUsers(
  query: RunQuery,
  jobs: readonly {
    /** Id of the deletion job with the users. */
    readonly job_id: string;
    readonly destination_type: string;
    readonly accepted?: ClaimedRow['accepted'];
  }[],
  choose: ChooseIdentifiers = identifiersFor,
  { keepCanceled = false } = {},
): Promise<Map<string, readonly DeletionUser[]>> {
  const rows = await query<UserRow>(
    `select job_id, regulation_id, identifiers, users, is_canceled, is_purged from (
       select wanted.position, u.job_id, u.regulation_id, i.identifiers, r.canceled as is_canceled,
              r.identifiers_forgotten_at is not null and exists (
                select from ${SCHEMA}.deletion_jobs where id = u.job_id and first_completed_at is not null) as is_purged,
              count(*) over (partition by wanted.position) as users,
              sum(octet_length(i.identifiers::text) + ${BYTES_BESIDE})
                over (order by wanted.position, u.regulation_id rows unbounded preceding) as bytes
         from unnest($1::bigint[], $2::jsonb[]) with ordinality as wanted (job_id, names, position)
        cross join lateral (
          select job_id, regulation_id from ${SCHEMA}.deletion_job_users
           where job_id = wanted.job_id offset 0) u
        cross join lateral (
          select attributes, canceled, identifiers_forgotten_at from ${SCHEMA}.regulations where id = u.regulation_id offset 0) r
        cross join lateral (
          select case when wanted.names is null then r.attributes else (
            select jsonb_object_agg(name, r.attributes -> name)
              from jsonb_array_elements_text(wanted.names) as name
             where jsonb_exists(r.attributes, name)) end as identifiers) i) sized
      where position = 1 or bytes <= ${MAX_ANSWER_BYTES}
      order by position, regulation_id`,
    [jobs.map((job) => job.job_id), jobs.map((job) => namesOf(choose(job.destination_type)))],
  );
  const found = new Map<string, DeletionUser[]>();
  const sizes = new Map<string, number>();
  for (const row of rows) {
    const users = found.get(row.job_id) ?? [];
    found.set(row.job_id, users);
    users.push({ regulationId: row.regulation_id, identifiers: row.identifiers });
    sizes.set(row.job_id, Number(row.users));
  }
  for (const [id, users] of found) if (users.length !== sizes.get(id)) found.delete(id);
  if (keepCanceled) return found;
  const open = new Map(
    jobs.flatMap((job) => (job.accepted === null ? [[job.job_id, job.destination_type]] : [])),
  );
  for (const row of rows) {
    const type = open.get(row.job_id);
    if (type === undefined) continue;
    if (row.is_canceled || (row.is_purged && !takesUserIdOnly(type))) found.delete(row.job_id);
  }
  return found;
}

function namesOf(names: readonly string[] | undefined): string | null {
  return names === undefined ? null : JSON.stringify(names);
}
