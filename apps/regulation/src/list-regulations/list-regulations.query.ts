import type { ListRegulationsCommand, ListRegulationsResult } from '@lethe/contracts';
import type { DatabaseConnection } from '@lethe/database';
import { SCHEMA } from '../database/schema-name.js';
import { branchConditions, ofUserConditions } from './list-conditions.js';
import { timeConditions } from './time-conditions.js';
import { decodeListCursor, encodeListCursor } from './list-cursor.js';
import { assertInTime } from '../regulations/assert-in-time.js';
import { rowToRecord, type RegulationRow } from '../regulations/regulation.mapper.js';

/** Lists a workspace's regulations, newest first, by position and never by offset. */
export class ListRegulationsQuery {
  constructor(private readonly database: DatabaseConnection) {}

  /** @throws LetheError `invalid_cursor`, `unavailable` */
  async execute(command: ListRegulationsCommand): Promise<ListRegulationsResult> {
    assertInTime(command.context);
    const { sql, parameters } = pageSql(command);
    const rows = await this.database.query<RegulationRow>(sql, parameters);
    const page = rows.slice(0, command.limit);
    const last = page.at(-1);
    return {
      data: page.map(rowToRecord),
      ...(rows.length > command.limit && last !== undefined
        ? { nextCursor: encodeListCursor(command.context.workspaceId, last.id) }
        : {}),
    };
  }
}

/**
 * For all users: one branch for each requested type and state, as each has an index of its own in
 * this very order (see `ListByFilterMigration`, `ListByStatusMigration`). So a page reads no rows that the
 * filters leave out. For one user: reads the index of users, at most all regulations of the user.
 */
export function pageSql(command: ListRegulationsCommand): { sql: string; parameters: unknown[] } {
  const { workspaceId } = command.context;
  const parameters: unknown[] = [workspaceId, command.limit + 1];
  const place = (value: unknown): string => `$${parameters.push(value)}`;
  const asked = ['workspace_id = $1', ...timeConditions(command, place)];
  if (command.afterCursor !== undefined) {
    asked.push(`id < ${place(decodeListCursor(workspaceId, command.afterCursor))}`);
  }
  if (command.userId !== undefined) {
    asked.push(`user_id = ${place(command.userId)}`, ...ofUserConditions(command, place));
    return { sql: `${PAGE} where ${asked.join(' and ')} order by id desc limit $2`, parameters };
  }
  const branches = branchConditions(command).map(
    (conditions) =>
      `(${PAGE} where ${[...asked, conditions].join(' and ')} order by id desc nulls last limit $2)`,
  );
  // Filters that exclude one another leave no branch.
  const union = branches.join(' union all ') || `${PAGE} where false and ${asked.join(' and ')}`;
  const sql = `select * from (${union}) page order by id desc nulls last limit $2`;
  return { sql, parameters };
}

const PAGE = `select id, workspace_id, canceled, regulation_type, attributes, created_at
  from ${SCHEMA}.regulations`;
