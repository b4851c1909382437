import { SCHEMA } from '../database/schema-name.js';

/**
 * SQL: the jobs `j` of each regulation `r`, by their indexes. `offset 0` keeps PostgreSQL from joining in another order: with the statistics of a table that was small a
 * moment ago it went through all jobs of the workspace once for each regulation, for minutes.
 */
export const JOBS_OF_EACH = `
  cross join lateral (select job_id from ${SCHEMA}.deletion_job_users where regulation_id = r.id offset 0) u
  cross join lateral (select * from ${SCHEMA}.deletion_jobs where id = u.job_id offset 0) j`;
