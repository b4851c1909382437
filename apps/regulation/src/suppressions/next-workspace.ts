import { PLANNED_EACH_TIME } from '@lethe/database';
import { SCHEMA } from '../database/schema-name.js';

/**
 * SQL: the first workspace after `after` that has or had suppressions. It uses the primary key,
 * because rows are never removed from this index. An index of numbers would begin with dead
 * entries.
 */
export const nextWorkspace = (after: string): string => `(
  select s.workspace_id from ${SCHEMA}.suppressions s where s.workspace_id > ${after}
   order by s.workspace_id, s.user_id, s.source_id limit 1)`;

/**
 * SQL: the workspaces that have or had suppressions. Its parameter is the maximum number of
 * workspaces.
 */
export const FIND_WORKSPACES = `${PLANNED_EACH_TIME}
  with recursive workspace (id) as (
    select ${nextWorkspace(`''`)}
    union all
    select ${nextWorkspace('workspace.id')} from workspace where workspace.id is not null
  )
  select id from workspace where id is not null limit $1`;
