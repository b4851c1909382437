import {
  REGULATION_TYPES,
  type ListRegulationsCommand,
  type ListRegulationsResult,
} from '@lethe/contracts';
import type { DatabaseConnection } from '@lethe/database';
import { SCHEMA } from '../database/schema-name.js';
import { decodeCursor, encodeCursor } from './cursor.js';
import { assertInTime } from './deadline.js';
import { rowToRecord, type RegulationRow } from './regulation.mapper.js';

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
        ? { nextCursor: encodeCursor(command.context.workspaceId, last.id) }
        : {}),
    };
  }
}

/**
 * Of all users: a branch for each type and state that is asked for, as each is an index of its own in
 * this very order (see `ListByFilterMigration`). So a page is read from its beginning to its end, and
 * nothing that the filters leave out. Of one user: in the index of users, at most all that he has.
 */
export function pageSql(command: ListRegulationsCommand): { sql: string; parameters: unknown[] } {
  const { workspaceId } = command.context;
  const parameters: unknown[] = [workspaceId, command.limit + 1];
  const place = (value: unknown): string => `$${parameters.push(value)}`;
  const asked = ['workspace_id = $1'];
  if (command.afterCursor !== undefined) {
    asked.push(`id < ${place(decodeCursor(workspaceId, command.afterCursor))}`);
  }
  // Literals, not parameters: the planner must see them to use the partial indexes.
  const types = REGULATION_TYPES.filter((type) => (command.regulationType ?? type) === type);
  const states = [true, false].filter((canceled) => (command.canceled ?? canceled) === canceled);
  const isType = (type: string): string => `regulation_type = '${type}'`;
  const isState = (canceled: boolean): string => (canceled ? 'canceled' : 'not canceled');
  if (command.userId !== undefined) {
    asked.push(`user_id = ${place(command.userId)}`);
    // As expressions, which belong to none of the indexes of types and states: the planner takes one of
    // those for the user's where its statistics are older than a bulk of cancels, and reads all of it.
    asked.push(`regulation_type || '' = any(${place(types)})`);
    asked.push(`canceled::text = any(${place(states.map(String))})`);
    return { sql: `${PAGE} where ${asked.join(' and ')} order by id desc limit $2`, parameters };
  }
  const branches = types.flatMap((type) =>
    states.map((canceled) => {
      const conditions = [...asked, isType(type), isState(canceled)];
      return `(${PAGE} where ${conditions.join(' and ')} order by id desc nulls last limit $2)`;
    }),
  );
  const sql = `select * from (${branches.join(' union all ')}) page order by id desc nulls last limit $2`;
  return { sql, parameters };
}

const PAGE = `select id, workspace_id, canceled, regulation_type, attributes, created_at
  from ${SCHEMA}.regulations`;
