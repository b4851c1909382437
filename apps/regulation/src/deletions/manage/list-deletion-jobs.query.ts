import type {
  ListDeletionJobs,
  ListDeletionJobsDto,
  ListedDeletionJobs,
} from '@lethe/api/deletions';
import { DELETION_STATES, FIXED_LIMITS, type DeletionState } from '@lethe/contracts';
import { endWhenFull, pageOf, type RowOfPage } from '@lethe/database';
import { SCHEMA } from '../../database/schema-name.js';
import { LANE_OF_JOB } from '../queues/next-attempt.js';
import { isOverdue, isUndone, needsAttention } from '../../record/overdue.js';
import { isFoundAgain } from '../verifications/found-again.js';
import { JOB_COLUMNS, rowToJob, type DeletionJobRow } from './deletion-job.mapper.js';
import {
  decodeListCursor,
  encodeListCursor,
  LATEST_MICROS,
  type PagedList,
} from '../../record/list-cursor.js';
import type { ServiceParts } from '../../service-parts.js';

/** SQL: size of the record in bytes. Only the record of a job can be large. */
const BYTES = "octet_length(coalesce(record::text, ''))";
const UNDONE: readonly DeletionState[] = ['pending', 'running', 'failed', 'aborted'];
const WAITING: readonly DeletionState[] = ['pending', 'failed'];
const JOBS = `${SCHEMA}.deletion_jobs`;
/**
 * Maximum number of overdue jobs that the statement sorts. Sorting 10,000 jobs takes 13 to 30 ms.
 */
const MAX_FEW_DUE = 10_000;
/** Sorted like the index `deletion_jobs_by_due`, so that the statement reads no other rows. */
const DUE = `with due as materialized (
    select id, workspace_id, destination_id, state, held, created_at, due_at, retried_at from ${JOBS} j
     where workspace_id = $1 and ${isOverdue('j')}
     order by due_at, id limit ${MAX_FEW_DUE + 1}
  ), due_count as materialized (select count(*) <= ${MAX_FEW_DUE} as are_few from due)`;
const ARE_FEW_DUE = '(select are_few from due_count)';
/** Maximum number of jobs with found data that the statement sorts. */
const MAX_FEW_FOUND = 10_000;
/** Read from the index `verifications_found`, so that the statement reads no other jobs. */
const FOUND = `with found_ids as materialized (
    select distinct job_id from ${SCHEMA}.deletion_verifications
     where workspace_id = $1 and still_found is not null order by job_id limit ${MAX_FEW_FOUND + 1}
  ), found_again as materialized (
    select j.id, j.workspace_id, j.destination_id, j.state, j.held, j.created_at, j.due_at, j.retried_at
      from found_ids join ${JOBS} j on j.id = found_ids.job_id
  ), found_count as materialized (select count(*) <= ${MAX_FEW_FOUND} as are_few from found_ids)`;
const ARE_FEW_FOUND = '(select are_few from found_count)';

/** The position in the list is the time and the id of the last job of a page. */
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

/** The position in the list by deadline. */
export const DUE_JOB_LIST: PagedList<Pick<DeletionJobRow, 'due_micros' | 'id'>> = {
  name: 'deletion-jobs-due\0',
  toBytes: ({ due_micros: micros, id }) => JOB_LIST.toBytes({ created_micros: String(micros), id }),
  toPosition: (bytes) => {
    const position = JOB_LIST.toPosition(bytes);
    return position && { due_micros: position.created_micros, id: position.id };
  },
};

type Filter = Omit<ListDeletionJobsDto, 'limit' | 'afterCursor'>;

/**
 * Lists the deletion jobs of a workspace, by creation (the newest first) or by deadline (the
 * earliest first). A cursor is a position, never an offset.
 */
export async function listDeletionJobs(
  { reads }: Pick<ServiceParts, 'reads'>,
  command: ListDeletionJobs,
): Promise<ListedDeletionJobs> {
  const byDue = isByDue(command);
  const { sql, parameters } = byDue ? dueJobsPageSql(command) : jobsPageSql(command);
  const rows = await reads.query<DeletionJobRow & RowOfPage>(sql, parameters);
  const { page, goesOnAfter } = pageOf(rows, command.limit ?? FIXED_LIMITS.defaultPageSize);
  const data = page.map(rowToJob);
  if (goesOnAfter === undefined) return { data };
  const { workspaceId } = command.context;
  return {
    data,
    nextCursor: byDue
      ? encodeListCursor(DUE_JOB_LIST, workspaceId, goesOnAfter)
      : encodeListCursor(JOB_LIST, workspaceId, goesOnAfter),
  };
}

/**
 * Returns the statement that reads a page of jobs that still have to be done, by deadline. The
 * index `deletion_jobs_by_due` has their sequence, their states and destinations.
 */
export function dueJobsPageSql({
  context,
  limit = FIXED_LIMITS.defaultPageSize,
  afterCursor,
  ...filter
}: ListDeletionJobs): { sql: string; parameters: unknown[] } {
  const parameters: unknown[] = [context.workspaceId, limit + 1];
  const param = (value: unknown): string => `$${parameters.push(value)}`;
  const where = ['workspace_id = $1', isUndone('j'), 'due_at is not null'];
  const { destinationId, createdAfter, createdBefore, dueBefore, overdue, held } = filter;
  if (dueBefore !== undefined) where.push(`due_at < ${param(dueBefore)}::timestamptz`);
  if (destinationId !== undefined) where.push(`destination_id = ${param(destinationId)}`);
  if (createdAfter !== undefined) where.push(`created_at >= ${param(createdAfter)}::timestamptz`);
  if (createdBefore !== undefined) where.push(`created_at < ${param(createdBefore)}::timestamptz`);
  if (overdue !== undefined) where.push(`${isOverdue('j')} is ${String(overdue)}`);
  if (held !== undefined)
    where.push(`(held and state = any(${param(WAITING)})) is ${String(held)}`);
  where.push(`state = any(${param(statesOf(filter))})`);
  if (filter.needsAttention !== undefined) {
    where.push(`${needsAttention('j')} is ${String(filter.needsAttention)}`);
  }
  if (afterCursor !== undefined) {
    const after = decodeListCursor(DUE_JOB_LIST, context.workspaceId, afterCursor);
    where.push(`(due_at, id) > (${timeOf(param(after.due_micros))}, ${param(after.id)}::bigint)`);
  }
  const page = `select ${JOB_COLUMNS}
    from (select id from ${JOBS} j where ${where.join(' and ')} order by due_at, id limit $2) ids
    join ${JOBS} j using (id) ${LANE_OF_JOB}
   order by j.due_at, j.id`;
  return { sql: endWhenFull(page, { bytes: BYTES, order: 'due_at, id' }), parameters };
}

function isByDue({ sort, dueBefore }: ListDeletionJobsDto): boolean {
  return sort === 'due' || dueBefore !== undefined;
}

/** @param micros SQL: microseconds since 1970 */
function timeOf(micros: string): string {
  return `timestamptz 'epoch' + ${micros}::bigint * interval '1 microsecond'`;
}

/**
 * Returns the statement that reads a page. It has one branch per state, because both list indexes
 * sort by state before they sort by time. So a page reads no rows that the filters exclude.
 *
 * The filter `overdue` needs a second way, because the planner cannot estimate how many waiting
 * jobs are overdue. Nearly all ended jobs are past their deadline, so the planner expects many
 * overdue jobs, and would read all younger waiting jobs. So if few jobs are overdue, the statement
 * reads them from the index `deletion_jobs_by_due` and sorts them. (A page of 500 jobs after
 * 999,500 younger jobs takes 25 ms instead of 770 ms on a busy computer.) If many jobs are overdue,
 * the statement reads the list in its usual sequence. It then soon finds enough overdue jobs for a
 * page. The filter `foundAgain` has the same two ways, for the same reason.
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
  const param = (value: unknown): string => `$${parameters.push(value)}`;
  const where = ['workspace_id = $1'];
  const { destinationId, createdAfter, createdBefore } = filter;
  if (destinationId !== undefined) where.push(`destination_id = ${param(destinationId)}`);
  if (createdAfter !== undefined) where.push(`created_at >= ${param(createdAfter)}::timestamptz`);
  if (createdBefore !== undefined) where.push(`created_at < ${param(createdBefore)}::timestamptz`);
  if (afterCursor !== undefined) {
    const after = decodeListCursor(JOB_LIST, context.workspaceId, afterCursor);
    const at = timeOf(param(after.created_micros));
    where.push(`(created_at, id) < (${at}, ${param(after.id)}::bigint)`);
  }
  // The states are literals and not parameters, because the planner must see them to use the
  // partial indexes.
  const branchesIn = (table: string, ...more: readonly string[]): string[] =>
    statesOf(filter).map((state) => {
      const conditions = [
        ...where,
        `state = '${state}'`,
        ...conditionsOf(filter, state, table),
        ...more,
      ];
      return `(select id, created_at from ${table} j where ${conditions.join(' and ')}
        order by created_at desc, id desc limit $2)`;
    });
  const few = fewOf(filter);
  const branches =
    few === undefined
      ? branchesIn(JOBS)
      : [...branchesIn(few.table, few.areFew), ...branchesIn(JOBS, `not ${few.areFew}`)];
  // Contradictory filters match no job, but the statement must still use every parameter.
  const nothing = `select id, created_at from ${JOBS} where ${where.join(' and ')} and false limit $2`;
  const found = branches.length === 0 ? nothing : branches.join(' union all ');
  const page = `${few?.sql ?? ''} select ${JOB_COLUMNS}
    from (select id from (${found}) found order by created_at desc, id desc limit $2) ids
    join ${JOBS} j using (id) ${LANE_OF_JOB} where j.workspace_id = $1
   order by j.created_at desc, j.id desc`;
  const sql = endWhenFull(page, { bytes: BYTES, order: 'created_at desc, id desc' });
  return { sql, parameters };
}

/** Returns the few jobs that a filter selects, if the other branches could read many others. */
function fewOf({ overdue, foundAgain }: Filter) {
  if (overdue === true) return { sql: DUE, table: 'due', areFew: ARE_FEW_DUE };
  if (foundAgain === true) return { sql: FOUND, table: 'found_again', areFew: ARE_FEW_FOUND };
  return undefined;
}

function statesOf({
  status,
  held,
  overdue,
  foundAgain,
  needsAttention: needs,
}: Filter): readonly DeletionState[] {
  return DELETION_STATES.filter(
    (state) =>
      (status ?? state) === state &&
      (held !== true || WAITING.includes(state)) &&
      (overdue !== true || UNDONE.includes(state)) &&
      (foundAgain !== true || state === 'complete') &&
      (needs !== true || state === 'aborted'),
  );
}

function conditionsOf(
  { held, overdue, foundAgain, needsAttention: needs }: Filter,
  state: DeletionState,
  table: string,
): string[] {
  const conditions: string[] = [];
  if (held === true) conditions.push('held');
  if (held === false && WAITING.includes(state)) conditions.push('not held');
  if (overdue === true) conditions.push(isOverdue('j'));
  if (overdue === false && UNDONE.includes(state)) conditions.push(`${isOverdue('j')} is not true`);
  // All rows of `found_again` fulfill this condition.
  if (foundAgain !== undefined && state === 'complete' && table === JOBS) {
    conditions.push(foundAgain ? isFoundAgain('j') : `not ${isFoundAgain('j')}`);
  }
  if (needs !== undefined && state === 'aborted') {
    conditions.push(needs ? needsAttention('j') : `not ${needsAttention('j')}`);
  }
  return conditions;
}
