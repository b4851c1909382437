import type {
  ListDeletionJobs,
  ListDeletionJobsDto,
  ListedDeletionJobs,
} from '@lethe/api/deletions';
import { DELETION_STATES, FIXED_LIMITS, type DeletionState } from '@lethe/contracts';
import { endWhenFull, pageOf, type RowOfPage } from '@lethe/database';
import { SCHEMA } from '../../database/schema-name.js';
import { LANE_OF_JOB } from '../queues/next-attempt.js';
import { isOverdue, needsAttention } from '../../record/overdue.js';
import { JOB_COLUMNS, rowToJob, type DeletionJobRow } from './deletion-job.mapper.js';
import { decodeListCursor, encodeListCursor, type PagedList } from '../../record/list-cursor.js';
import type { ServiceParts } from '../../service-parts.js';

/** Of a job, only what its destination said can be large. */
const BYTES = "octet_length(coalesce(record::text, ''))";
/** States that an overdue job may have, of those that `isUndone` takes. */
const UNDONE: readonly DeletionState[] = ['pending', 'running', 'failed', 'aborted'];
const WAITING: readonly DeletionState[] = ['pending', 'failed'];
const JOBS = `${SCHEMA}.deletion_jobs`;
/** 10,000 are read and sorted in 13 to 30 ms. */
const MOST_FEW_DUE = 10_000;
/** The order is that of `deletion_jobs_undone`, so that nothing else is read. */
const DUE = `with due as materialized (
    select id, workspace_id, destination_id, state, held, created_at, due_at, retried_at from ${JOBS} j
     where workspace_id = $1 and ${isOverdue('j')}
     order by due_at limit ${MOST_FEW_DUE + 1}
  ), due_count as materialized (select count(*) <= ${MOST_FEW_DUE} as are_few from due)`;
const ARE_FEW_DUE = '(select are_few from due_count)';

/** The year 9999: PostgreSQL cannot reckon with every number of 64 bits as a time. */
const LATEST_MICROS = 253_402_300_799_999_999n;
/** The last job of a page, by its time and its id. */
export const JOB_LIST: PagedList<Pick<DeletionJobRow, 'created_micros' | 'id'>> = {
  name: 'deletion-jobs\0',
  toBytes: ({ created_micros: micros, id }) => {
    const bytes = Buffer.alloc(16);
    bytes.writeBigInt64BE(BigInt(micros), 0);
    bytes.writeBigInt64BE(BigInt(id), 8);
    return bytes;
  },
  toPosition: (bytes) => {
    if (bytes.length !== 16) return undefined;
    const [micros, id] = [bytes.readBigInt64BE(0), bytes.readBigInt64BE(8)];
    const isTime = micros >= 0n && micros <= LATEST_MICROS;
    return isTime ? { created_micros: String(micros), id: String(id) } : undefined;
  },
};

/** Which jobs; absent means any. */
type Filter = Omit<ListDeletionJobsDto, 'limit' | 'afterCursor'>;

/**
 * Lists a workspace's deletion jobs, newest first, by position and never by offset.
 *
 * @throws LetheError `invalid_cursor`, `unavailable`
 */
export async function listDeletionJobs(
  { reads }: Pick<ServiceParts, 'reads'>,
  command: ListDeletionJobs,
): Promise<ListedDeletionJobs> {
  const { sql, parameters } = jobsPageSql(command);
  const rows = await reads.query<DeletionJobRow & RowOfPage>(sql, parameters);
  const { page, goesOnAfter } = pageOf(rows, command.limit ?? FIXED_LIMITS.defaultPageSize);
  const data = page.map(rowToJob);
  if (goesOnAfter === undefined) return { data };
  return { data, nextCursor: encodeListCursor(JOB_LIST, command.context.workspaceId, goesOnAfter) };
}

/**
 * One branch for each state, as both indexes of lists have the state before the time: so a page reads no rows
 * that the filters leave out. Not so of `overdue`, of which the planner knows nothing: nearly all jobs that have ended are
 * past their time, and so it would pass over all waiting jobs that are younger. So few overdue jobs are taken from
 * their own index first, and sorted (a page of 500 behind 999,500: 25 instead of 770 ms on a busy machine); many are met soon in the list's own order.
 */
export function jobsPageSql({
  context,
  limit = FIXED_LIMITS.defaultPageSize,
  afterCursor,
  ...filter
}: ListDeletionJobs): {
  sql: string;
  parameters: unknown[];
} {
  const parameters: unknown[] = [context.workspaceId, limit + 1];
  const place = (value: unknown): string => `$${parameters.push(value)}`;
  const asked = ['workspace_id = $1'];
  const { destinationId, createdAfter, createdBefore, overdue } = filter;
  if (destinationId !== undefined) asked.push(`destination_id = ${place(destinationId)}`);
  if (createdAfter !== undefined) asked.push(`created_at >= ${place(createdAfter)}::timestamptz`);
  if (createdBefore !== undefined) asked.push(`created_at < ${place(createdBefore)}::timestamptz`);
  if (afterCursor !== undefined) {
    const after = decodeListCursor(JOB_LIST, context.workspaceId, afterCursor);
    const at = `timestamptz 'epoch' + ${place(after.created_micros)}::bigint * interval '1 microsecond'`;
    asked.push(`(created_at, id) < (${at}, ${place(after.id)}::bigint)`);
  }
  // Literals, not parameters: the planner must see them to use the partial indexes.
  const branchesIn = (table: string, ...more: readonly string[]): string[] =>
    statesOf(filter).map((state) => {
      const conditions = [...asked, `state = '${state}'`, ...conditionsOf(filter, state), ...more];
      return `(select id, created_at from ${table} j where ${conditions.join(' and ')}
        order by created_at desc, id desc limit $2)`;
    });
  const branches =
    overdue === true
      ? [...branchesIn('due', ARE_FEW_DUE), ...branchesIn(JOBS, `not ${ARE_FEW_DUE}`)]
      : branchesIn(JOBS);
  // Filters that exclude one another find nothing; every parameter must have its place all the same.
  const nothing = `select id, created_at from ${JOBS} where ${asked.join(' and ')} and false limit $2`;
  const found = branches.length === 0 ? nothing : branches.join(' union all ');
  const page = `${overdue === true ? DUE : ''} select ${JOB_COLUMNS}
    from (select id from (${found}) found order by created_at desc, id desc limit $2) ids
    join ${JOBS} j using (id) ${LANE_OF_JOB} where j.workspace_id = $1
   order by j.created_at desc, j.id desc`;
  const sql = endWhenFull(page, { bytes: BYTES, order: 'created_at desc, id desc' });
  return { sql, parameters };
}

function statesOf({
  status,
  held,
  overdue,
  needsAttention: needs,
}: Filter): readonly DeletionState[] {
  return DELETION_STATES.filter(
    (state) =>
      (status ?? state) === state &&
      (held !== true || WAITING.includes(state)) &&
      (overdue !== true || UNDONE.includes(state)) &&
      (needs !== true || state === 'aborted'),
  );
}

function conditionsOf(
  { held, overdue, needsAttention: needs }: Filter,
  state: DeletionState,
): string[] {
  const conditions: string[] = [];
  if (held === true) conditions.push('held');
  if (held === false && WAITING.includes(state)) conditions.push('not held');
  if (overdue === true) conditions.push(isOverdue('j'));
  if (overdue === false && UNDONE.includes(state)) conditions.push(`${isOverdue('j')} is not true`);
  if (needs !== undefined && state === 'aborted') {
    conditions.push(needs ? needsAttention('j') : `not ${needsAttention('j')}`);
  }
  return conditions;
}
