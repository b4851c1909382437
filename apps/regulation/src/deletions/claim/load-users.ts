import type { DeletionUser, UserIdentifiers } from '@lethe/contracts';
import type { RunQuery } from '@lethe/database';
import { SCHEMA } from '../../database/schema-name.js';
import type { ClaimedRow } from './fair-claim-sql.js';
import { identifiersFor } from './identifiers-for.js';

/** Most bytes of identifiers in the answer to one claim, as JSON. */
const MAX_ANSWER_BYTES = 8 * 1024 * 1024;
/** What a user takes in the answer beside the identifiers. */
const BYTES_BESIDE = 80;

/** How the identifiers of a job are chosen; `undefined` for all. Data planes and own workers take all. */
export type ChooseIdentifiers = (destinationType: string) => readonly string[] | undefined;

interface UserRow {
  readonly job_id: string;
  readonly regulation_id: string;
  readonly identifiers: UserIdentifiers;
  readonly users: string;
  readonly is_canceled: boolean;
}

/**
 * Reads the users of jobs, with the identifiers that their destinations can use. One after the other by their keys
 * (`offset 0`): where other jobs have many users, the planner would rather read all regulations.
 *
 * @param jobs in the order in which they are wanted
 * @returns users by job. The first job is there however large it is; a later one that would make the answer larger than
 *   `MAX_ANSWER_BYTES` is not, and neither are those behind it. A job without users is not there either, nor one
 *   that has a user whose regulation was canceled meanwhile, unless the destination has accepted the order
 */
export async function loadUsers(
  query: RunQuery,
  jobs: readonly {
    readonly id: string;
    readonly destination_type: string;
    readonly accepted?: ClaimedRow['accepted'];
  }[],
  choose: ChooseIdentifiers = identifiersFor,
): Promise<Map<string, readonly DeletionUser[]>> {
  const rows = await query<UserRow>(
    `select job_id, regulation_id, identifiers, users, is_canceled from (
       select wanted.position, u.job_id, u.regulation_id, i.identifiers, r.canceled as is_canceled,
              count(*) over (partition by wanted.position) as users,
              sum(octet_length(i.identifiers::text) + ${BYTES_BESIDE})
                over (order by wanted.position, u.regulation_id rows unbounded preceding) as bytes
         from unnest($1::bigint[], $2::jsonb[]) with ordinality as wanted (job_id, names, position)
        cross join lateral (
          select job_id, regulation_id from ${SCHEMA}.deletion_job_users
           where job_id = wanted.job_id offset 0) u
        cross join lateral (
          select attributes, canceled from ${SCHEMA}.regulations where id = u.regulation_id offset 0) r
        cross join lateral (
          select case when wanted.names is null then r.attributes else (
            select jsonb_object_agg(name, r.attributes -> name)
              from jsonb_array_elements_text(wanted.names) as name
             where jsonb_exists(r.attributes, name)) end as identifiers) i) sized
      where position = 1 or bytes <= ${MAX_ANSWER_BYTES}
      order by position, regulation_id`,
    [jobs.map(({ id }) => id), jobs.map((job) => namesOf(choose(job.destination_type)))],
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
  const open = new Set(jobs.filter((job) => job.accepted === null).map(({ id }) => id));
  for (const row of rows) {
    if (row.is_canceled && open.has(row.job_id)) found.delete(row.job_id);
  }
  return found;
}

function namesOf(names: readonly string[] | undefined): string | null {
  return names === undefined ? null : JSON.stringify(names);
}
