import { SCHEMA } from '../database/schema-name.js';

/**
 * SQL: whether no new data of the user of a regulation `r` is wanted. True if `r` is not canceled,
 * and an active regulation of the type `suppress_with_delete` suppresses the user at all sources.
 * `r` itself can be this regulation. Sources that are not suppressed can send data that is wanted.
 * `offset 0` forces a look-up by user. Without it, the planner can choose the index of all active
 * regulations of this type.
 */
export const isCovered = (r: string): string => `(not ${r}.canceled and exists (
    select from (
      select regulation_type, canceled, source_ids from ${SCHEMA}.regulations
       where workspace_id = ${r}.workspace_id and user_id = ${r}.user_id offset 0) covering
     where covering.regulation_type = 'suppress_with_delete' and not covering.canceled
       and covering.source_ids is null))`;
