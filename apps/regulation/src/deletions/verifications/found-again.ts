import { SCHEMA } from '../../database/schema-name.js';

/** SQL: whether the verification of a job `j` that stands has found data of a user. */
export const isFoundAgain = (j: string): string => `exists (
    select from ${SCHEMA}.deletion_verifications v
     where v.workspace_id = ${j}.workspace_id and v.job_id = ${j}.id and v.stands and v.state = 'found')`;
