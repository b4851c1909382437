import { SCHEMA } from '../database/schema-name.js';

/**
 * SQL: the jobs `j` of each regulation `r`, by index. `offset 0` fixes the sequence of the joins.
 * Without it, and with old statistics, PostgreSQL read all jobs of the workspace for each
 * regulation. That took minutes.
 */
export const JOBS_OF_EACH = `
  cross join lateral (select job_id from ${SCHEMA}.deletion_job_users where regulation_id = r.id offset 0) u
  cross join lateral (select * from ${SCHEMA}.deletion_jobs where id = u.job_id offset 0) j`;
