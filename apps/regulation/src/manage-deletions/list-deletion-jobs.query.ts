import {
  DELETION_STATES,
  type DeletionJobFilter,
  type DeletionState,
  type ListDeletionJobsCommand,
  type ListDeletionJobsResult,
} from '@lethe/contracts';
import { endWhenFull, pageOf, type DatabaseConnection, type RowOfPage } from '@lethe/database';
import { SCHEMA } from '../database/schema-name.js';
import { LANE_OF_JOB } from '../deletion-jobs/lanes/next-attempt.js';
import { assertInTime } from '../regulations/assert-in-time.js';
import { JOB_COLUMNS, rowToJob, type DeletionJobRow } from './deletion-job.mapper.js';
import { decodeJobCursor, encodeJobCursor } from './list-cursor.js';

/** Of a job, only what its destination said can be large. */
const BYTES = "octet_length(coalesce(record::text, ''))";
const OPEN: readonly DeletionState[] = ['pending', 'running', 'failed'];
const WAITING: readonly DeletionState[] = ['pending', 'failed'];

/** Lists a workspace's deletion jobs, newest first, by position and never by offset. */
export class ListDeletionJobsQuery {
  constructor(private readonly database: DatabaseConnection) {}

  /** @throws LetheError `invalid_cursor`, `unavailable` */
  async execute(command: ListDeletionJobsCommand): Promise<ListDeletionJobsResult> {
    assertInTime(command.context);
    const { sql, parameters } = jobsPageSql(command);
    const rows = await this.database.query<DeletionJobRow & RowOfPage>(sql, parameters);
    const { page, goesOnAfter } = pageOf(rows, command.limit);
    const nextCursor =
      goesOnAfter === undefined
        ? undefined
        : encodeJobCursor(command.context.workspaceId, {
            createdAtMicros: BigInt(goesOnAfter.created_micros),
            id: BigInt(goesOnAfter.id),
          });
    return { data: page.map(rowToJob), ...(nextCursor === undefined ? {} : { nextCursor }) };
  }
}

/**
 * One branch for each state, as both indexes of lists have the state before the time: so a page reads no rows
 * that the filters leave out. But `overdue` may: the planner takes it for frequent, as nearly all jobs that have ended
 * are past their time, and passes over waiting jobs that are younger (500 behind 999,500: 1.7 s on a busy machine).
 */
function jobsPageSql({ context, filter, limit, afterCursor }: ListDeletionJobsCommand): {
  sql: string;
  parameters: unknown[];
} {
  const parameters: unknown[] = [context.workspaceId, limit + 1];
  const place = (value: unknown): string => `$${parameters.push(value)}`;
  const asked = ['workspace_id = $1'];
  const { destinationId, createdAfter, createdBefore } = filter;
  if (destinationId !== undefined) asked.push(`destination_id = ${place(destinationId)}`);
  if (createdAfter !== undefined) asked.push(`created_at >= ${place(createdAfter)}::timestamptz`);
  if (createdBefore !== undefined) asked.push(`created_at < ${place(createdBefore)}::timestamptz`);
  if (afterCursor !== undefined) {
    const { createdAtMicros, id } = decodeJobCursor(context.workspaceId, afterCursor);
    const at = `timestamptz 'epoch' + ${place(String(createdAtMicros))}::bigint * interval '1 microsecond'`;
    asked.push(`(created_at, id) < (${at}, ${place(String(id))}::bigint)`);
  }
  // Literals, not parameters: the planner must see them to use the partial indexes.
  const states = statesOf(filter);
  const branches = states.map((state) => {
    const conditions = [...asked, `state = '${state}'`, ...conditionsOf(filter, state)];
    return `(select id, created_at from ${SCHEMA}.deletion_jobs where ${conditions.join(' and ')}
      order by created_at desc, id desc limit $2)`;
  });
  // Filters that exclude one another find nothing; every parameter must have its place all the same.
  const nothing = `select id, created_at from ${SCHEMA}.deletion_jobs where ${asked.join(' and ')} and false limit $2`;
  const found = branches.length === 0 ? nothing : branches.join(' union all ');
  const page = `select ${JOB_COLUMNS}
    from (select id from (${found}) found order by created_at desc, id desc limit $2) ids
    join ${SCHEMA}.deletion_jobs j using (id) ${LANE_OF_JOB} where j.workspace_id = $1
   order by j.created_at desc, j.id desc`;
  const sql = endWhenFull(page, { bytes: BYTES, order: 'created_at desc, id desc' });
  return { sql, parameters };
}

function statesOf({ status, held, overdue }: DeletionJobFilter): readonly DeletionState[] {
  return DELETION_STATES.filter(
    (state) =>
      (status ?? state) === state &&
      (held !== true || WAITING.includes(state)) &&
      (overdue !== true || OPEN.includes(state)),
  );
}

function conditionsOf({ held, overdue }: DeletionJobFilter, state: DeletionState): string[] {
  const conditions: string[] = [];
  if (held === true) conditions.push('held');
  if (held === false && WAITING.includes(state)) conditions.push('not held');
  if (overdue === true) conditions.push('due_at < statement_timestamp()');
  if (overdue === false && OPEN.includes(state)) {
    conditions.push('(due_at is null or due_at >= statement_timestamp())');
  }
  return conditions;
}
