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
 * Lists a workspace's regulations, newest first, by position and never by offset.
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
 * For all users: one branch for each requested type and state, as each has an index of its own in
 * this very order (see `migrations/baseline/regulations.ts`). So a page reads no rows that the
 * filters leave out. For one user: reads the index of users, at most all regulations of the user.
 */
export function pageSql(command: ListRegulations): { sql: string; parameters: unknown[] } {
  const { limit = FIXED_LIMITS.defaultPageSize } = command;
  const { workspaceId } = command.context;
  const parameters: unknown[] = [workspaceId, limit + 1];
  const place = (value: unknown): string => `$${parameters.push(value)}`;
  const asked = ['workspace_id = $1', ...timeConditions(command, place)];
  if (command.afterCursor !== undefined) {
    asked.push(
      `id < ${place(decodeListCursor(REGULATION_LIST, workspaceId, command.afterCursor))}`,
    );
  }
  if (command.userId !== undefined) {
    asked.push(
      `user_id = ${place(normaliseUserId(command.userId))}`,
      ...ofUserConditions(command, place),
    );
    const page = `${PAGE} where ${asked.join(' and ')} order by id desc limit $2`;
    return { sql: endWhenFull(page, { bytes: BYTES, order: 'id desc' }), parameters };
  }
  const branches = branchConditions(command).map(
    (conditions) =>
      `(${PAGE} where ${[...asked, conditions].join(' and ')} order by ${NEWEST_FIRST} limit $2)`,
  );
  // Filters that exclude one another leave no branch.
  const union = branches.join(' union all ') || `${PAGE} where false and ${asked.join(' and ')}`;
  const page = `select * from (${union}) found order by ${NEWEST_FIRST} limit $2`;
  return { sql: endWhenFull(page, { bytes: BYTES, order: NEWEST_FIRST }), parameters };
}

/** As the indexes of the branches have it. */
const NEWEST_FIRST = 'id desc nulls last';

/** Of a record, only its identifiers can be large. */
const BYTES = 'octet_length(attributes::text)';

const PAGE = `select ${RECORD_COLUMNS}, canceled_at as "canceledAt", import_id as "importId", ${STANDING_COLUMNS}
  from ${SCHEMA}.regulations`;
