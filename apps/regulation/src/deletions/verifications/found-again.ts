import { SCHEMA } from '../../database/schema-name.js';

/** SQL: whether a verification of a job `j` has found data of a user, which is not settled yet. */
export const isFoundAgain = (j: string): string => `exists (
    select from ${SCHEMA}.deletion_verifications v
     where v.workspace_id = ${j}.workspace_id and v.job_id = ${j}.id and v.still_found is not null)`;

/**
 * SQL: whether a verification has found data of the user of a regulation at one of its destinations,
 * which is not settled yet. The first condition is evaluated once, and nearly always ends the search.
 *
 * @param id SQL expression for the id of the regulation
 * @param workspaceId SQL expression for the workspace, which must not depend on a row
 */
export const isFoundAgainForUser = (id: string, workspaceId: string): string => `exists (
    select from ${SCHEMA}.deletion_verifications v
     where v.workspace_id = ${workspaceId} and v.still_found is not null)
  and exists (
    select from ${SCHEMA}.deletion_job_users u join ${SCHEMA}.deletion_verifications v on v.job_id = u.job_id
     where u.regulation_id = ${id} and v.still_found is not null and jsonb_exists(v.still_found, ${id}::text))`;
