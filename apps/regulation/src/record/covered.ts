import { SCHEMA } from '../database/schema-name.js';

/**
 * SQL: whether no new data of the user of a regulation `r` is wanted. True if `r` is not canceled,
 * and an active regulation of the type `suppress_with_delete` suppresses the user at all sources.
 * `r` itself can be this regulation. Sources that are not suppressed can send data that is wanted.
 */
export const isCovered = (r: string): string => `(not ${r}.canceled and exists (
    select from ${SCHEMA}.regulations covering
     where covering.workspace_id = ${r}.workspace_id and covering.user_id = ${r}.user_id
       and covering.regulation_type = 'suppress_with_delete' and not covering.canceled
       and covering.source_ids is null))`;
