import { FIXED_LIMITS, normaliseUserId } from '@lethe/contracts';
import type { ListRegulations, ListedRegulations } from '@lethe/api/regulations';
import { endWhenFull, pageOf, type RowOfPage } from '@lethe/database';
import { SCHEMA } from '../../database/schema-name.js';
import { branchConditions, ofUserConditions } from './list-conditions.js';
import { timeConditions } from './time-conditions.js';
import { decodeListCursor, encodeListCursor, REGULATION_LIST } from '../../record/list-cursor.js';
import { STANDING_COLUMNS } from '../../record/statuses/stored-status.js';
import { RECORD_COLUMNS, rowToListed, type ListedRow } from '../../record/regulation.mapper.js';
import type { ServiceParts } from '../../service-parts.js';

/**
 * Lists the regulations of a workspace, the newest first. A cursor is a position, never an offset.
 *
 * @throws LetheError `invalid_cursor`, `unavailable`
 */
export async function listRegulations(
  { reads }: Pick<ServiceParts, 'reads'>,
  command: ListRegulations,
): Promise<ListedRegulations> {
  const { sql, parameters } = pageSql(command);
  const rows = await reads.query<ListedRow & RowOfPage>(sql, parameters);
  const { page, goesOnAfter } = pageOf(rows, command.limit ?? FIXED_LIMITS.defaultPageSize);
  return {
    data: page.map(rowToListed),
    ...(goesOnAfter === undefined
      ? {}
      : {
          nextCursor: encodeListCursor(
            REGULATION_LIST,
            command.context.workspaceId,
            goesOnAfter.id,
          ),
        }),
  };
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
    const page = `${PAGE} where ${where.join(' and ')} order by id desc limit $2`;
    return { sql: endWhenFull(page, { bytes: BYTES, order: 'id desc' }), parameters };
  }
  const branches = branchConditions(command).map(
    (conditions) =>
      `(${PAGE} where ${[...where, conditions].join(' and ')} order by ${NEWEST_FIRST} limit $2)`,
  );
  // Contradictory filters leave no branch.
  const union = branches.join(' union all ') || `${PAGE} where false and ${where.join(' and ')}`;
  const page = `select * from (${union}) found order by ${NEWEST_FIRST} limit $2`;
  return { sql: endWhenFull(page, { bytes: BYTES, order: NEWEST_FIRST }), parameters };
}

/** SQL: sorts like the indexes of the branches. */
const NEWEST_FIRST = 'id desc nulls last';

/** SQL: size of the identifiers in bytes. Only the identifiers of a record can be large. */
const BYTES = 'octet_length(attributes::text)';

const PAGE = `select ${RECORD_COLUMNS}, canceled_at as "canceledAt", import_id as "importId", ${STANDING_COLUMNS}
  from ${SCHEMA}.regulations`;
