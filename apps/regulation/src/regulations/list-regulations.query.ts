import type { ListRegulationsCommand, ListRegulationsResult } from '@lethe/contracts';
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

/** Only the conditions that are asked for, so that each combination gets a plan of its own. */
function pageSql(command: ListRegulationsCommand): { sql: string; parameters: unknown[] } {
  const { workspaceId } = command.context;
  const parameters: unknown[] = [];
  const conditions: string[] = [];
  const where = (condition: string, value: unknown) => {
    parameters.push(value);
    conditions.push(condition.replace('?', `$${parameters.length}`));
  };
  where('workspace_id = ?', workspaceId);
  if (command.afterCursor !== undefined) {
    where('id < ?', decodeCursor(workspaceId, command.afterCursor));
  }
  if (command.userId !== undefined) where('user_id = ?', command.userId);
  // Literals, not parameters: the planner must see them to use the partial indexes.
  if (command.regulationType !== undefined) {
    conditions.push(
      `regulation_type = '${command.regulationType === 'suppress' ? 'suppress' : 'suppress_with_delete'}'`,
    );
  }
  if (command.canceled !== undefined)
    conditions.push(command.canceled ? 'canceled' : 'not canceled');
  parameters.push(command.limit + 1);
  return {
    sql: `select id, workspace_id, canceled, regulation_type, attributes, created_at
            from ${SCHEMA}.regulations
           where ${conditions.join(' and ')}
           order by id desc limit $${parameters.length}`,
    parameters,
  };
}
