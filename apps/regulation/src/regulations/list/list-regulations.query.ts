import { FIXED_LIMITS, normaliseUserId } from '@lethe/contracts';
import type { ListRegulations, ListedRegulations } from '@lethe/api/regulations';
import { endWhenFull, pageOf, type RowOfPage } from '@lethe/database';
import { SCHEMA } from '../../database/schema-name.js';
import { isFoundAgainForUser } from '../../deletions/verifications/found-again.js';
import { branchConditions, ofUserConditions } from './list-conditions.js';
import { timeConditions } from './time-conditions.js';
import {
  decodeListCursor,
  encodeListCursor,
  LATEST_MICROS,
  REGULATION_LIST,
  type PagedList,
} from '../../record/list-cursor.js';
import { UNDONE_REGULATION } from '../../record/overdue.js';
import { STANDING_COLUMNS } from '../../record/statuses/stored-status.js';
import { RECORD_COLUMNS, rowToListed, type ListedRow } from '../../record/regulation.mapper.js';
import type { ServiceParts } from '../../service-parts.js';

/**
 * Lists the regulations of a workspace, by creation (the newest first) or by deadline (the earliest
 * first). A cursor is a position, never an offset.
 *
 * @throws LetheError `invalid_cursor`, `unavailable`
 */
export async function listRegulations(
  { reads }: Pick<ServiceParts, 'reads'>,
  command: ListRegulations,
): Promise<ListedRegulations> {
  const byDue = isByDue(command);
  const { sql, parameters } = byDue ? duePageSql(command) : pageSql(command);
  const rows = await reads.query<DueRow & RowOfPage>(sql, parameters);
  const { page, goesOnAfter } = pageOf(rows, command.limit ?? FIXED_LIMITS.defaultPageSize);
  const data = page.map(rowToListed);
  if (goesOnAfter === undefined) return { data };
  const { workspaceId } = command.context;
  return {
    data,
    nextCursor: byDue
      ? encodeListCursor(DUE_REGULATION_LIST, workspaceId, goesOnAfter)
      : encodeListCursor(REGULATION_LIST, workspaceId, goesOnAfter.id),
  };
}

interface DueRow extends ListedRow {
  readonly due_micros: string | null;
}

/** The position in the list by deadline. */
const DUE_REGULATION_LIST: PagedList<Pick<DueRow, 'due_micros' | 'id'>> = {
  name: 'regulations-due\0',
  toBytes: ({ due_micros: micros, id }) => {
    const due = Buffer.alloc(8);
    due.writeBigInt64BE(BigInt(String(micros)));
    return Buffer.concat([due, REGULATION_LIST.toBytes(id)]);
  },
  toPosition: (bytes) => {
    if (bytes.length !== 24) return undefined;
    const id = REGULATION_LIST.toPosition(bytes.subarray(8));
    const micros = bytes.readBigInt64BE(0);
    if (id === undefined || micros < 0n || micros > LATEST_MICROS) return undefined;
    return { due_micros: String(micros), id };
  },
};

function isByDue({ sort, dueBefore }: ListRegulations): boolean {
  return sort === 'due' || dueBefore !== undefined;
}

/**
 * Returns the statement that reads a page of regulations that still have a deletion to do, by
 * deadline, from the index `regulations_by_due`. The other filters are expressions that match no
 * other index.
 */
export function duePageSql(command: ListRegulations): { sql: string; parameters: unknown[] } {
  const { limit = FIXED_LIMITS.defaultPageSize, dueBefore, userId, afterCursor } = command;
  const { workspaceId } = command.context;
  const parameters: unknown[] = [workspaceId, limit + 1];
  const param = (value: unknown): string => `$${parameters.push(value)}`;
  const where = ['workspace_id = $1', UNDONE_REGULATION];
  if (dueBefore !== undefined) where.push(`due_at < ${param(dueBefore)}::timestamptz`);
  if (userId !== undefined) where.push(`user_id = ${param(normaliseUserId(userId))}`);
  where.push(...timeConditions(command, param), ...ofUserConditions(command, param));
  if (afterCursor !== undefined) {
    const after = decodeListCursor(DUE_REGULATION_LIST, workspaceId, afterCursor);
    const due = `timestamptz 'epoch' + ${param(after.due_micros)}::bigint * interval '1 microsecond'`;
    where.push(`(due_at, id) > (${due}, ${param(after.id)}::uuid)`);
  }
  const page = withFoundAgain(
    `${PAGE_BY_DUE} where ${where.join(' and ')} order by due_at, id limit $2`,
    '"dueAt", id',
  );
  return { sql: endWhenFull(page, { bytes: BYTES, order: '"dueAt", id' }), parameters };
}

/**
 * Returns the statement that reads a page. For all users, the statement has one branch per
 * requested type and state. Each branch has an index in the sequence of the list, see
 * `migrations/baseline/regulations.ts`. So a page reads no rows that the filters exclude. For one
 * user, the statement reads the index of users, and so at most all regulations of the user.
 */
export function pageSql(command: ListRegulations): { sql: string; parameters: unknown[] } {
  const { limit = FIXED_LIMITS.defaultPageSize } = command;
  const { workspaceId } = command.context;
  const parameters: unknown[] = [workspaceId, limit + 1];
  const param = (value: unknown): string => `$${parameters.push(value)}`;
  const where = ['workspace_id = $1', ...timeConditions(command, param)];
  if (command.afterCursor !== undefined) {
    where.push(
      `id < ${param(decodeListCursor(REGULATION_LIST, workspaceId, command.afterCursor))}`,
    );
  }
  if (command.userId !== undefined) {
    where.push(
      `user_id = ${param(normaliseUserId(command.userId))}`,
      ...ofUserConditions(command, param),
    );
    const page = withFoundAgain(
      `${PAGE} where ${where.join(' and ')} order by id desc limit $2`,
      'id desc',
    );
    return { sql: endWhenFull(page, { bytes: BYTES, order: 'id desc' }), parameters };
  }
  const branches = branchConditions(command).map(
    (conditions) =>
      `(${PAGE} where ${[...where, conditions].join(' and ')} order by ${NEWEST_FIRST} limit $2)`,
  );
  // Contradictory filters leave no branch.
  const union = branches.join(' union all ') || `${PAGE} where false and ${where.join(' and ')}`;
  const page = withFoundAgain(
    `select * from (${union}) found order by ${NEWEST_FIRST} limit $2`,
    NEWEST_FIRST,
  );
  return { sql: endWhenFull(page, { bytes: BYTES, order: NEWEST_FIRST }), parameters };
}

/** Returns SQL that adds the column `foundAgain` to a page, for the rows of the page only. */
function withFoundAgain(page: string, order: string): string {
  return `select page.*, ${isFoundAgainForUser('page.id', '$1')} as "foundAgain" from (${page}) page order by ${order}`;
}

/** SQL: sorts like the indexes of the branches. */
const NEWEST_FIRST = 'id desc nulls last';

/** SQL: size of the identifiers in bytes. Only the identifiers of a record can be large. */
const BYTES = 'octet_length(attributes::text)';

const COLUMNS = `${RECORD_COLUMNS}, canceled_at as "canceledAt", import_id as "importId", ${STANDING_COLUMNS}`;
const PAGE = `select ${COLUMNS} from ${SCHEMA}.regulations`;
const PAGE_BY_DUE = `select ${COLUMNS}, (extract(epoch from due_at) * 1000000)::bigint as due_micros
  from ${SCHEMA}.regulations`;
