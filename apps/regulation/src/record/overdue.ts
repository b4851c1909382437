import { SCHEMA } from '../database/schema-name.js';

/**
 * SQL: whether a job `j` needs attention. A job that failed permanently (`aborted`) needs attention
 * until each of its users has a later job or a canceled regulation. Then `retried_at` is set.
 *
 * @param j alias of the job in the statement
 */
export const needsAttention = (j: string): string =>
  `(${j}.state = 'aborted' and ${j}.retried_at is null)`;

/** SQL: whether a job `j` still has to be done, because it is open, on hold, or needs attention. */
export const isUndone = (j: string): string =>
  `(${j}.state in ('pending', 'running', 'failed') or ${needsAttention(j)})`;

/**
 * SQL: whether a job `j` is overdue. The result is null without a deadline. Jobs that a restore
 * rebuilt have no deadline. Lists, filters, the summary and metrics all use this rule.
 */
export const isOverdue = (j: string): string => `(${isUndone(j)} and ${isPastDue(j)})`;

/**
 * SQL: whether the deletion of one user is overdue, if `j` is the user's newest job at its
 * destination, and `r` the user's regulation. The users of a job can have different deadlines, so
 * the deadline of the regulation counts. After the job failed permanently, a user of a canceled
 * regulation is not overdue, because no retry includes this user.
 */
export const isOverdueForUser = (j: string, r: string): string =>
  `(${isUndoneForUser(j, r)} and ${isPastDue(r)})`;

/** SQL: whether the deletion of one user still has to be done, with `j` and `r` as above. */
export const isUndoneForUser = (j: string, r: string): string =>
  `(${j}.state in ('pending', 'running', 'failed') or ${needsAttentionForUser(j, r)})`;

/** SQL: whether the deletion of one user failed permanently, with `j` and `r` as above. */
export const needsAttentionForUser = (j: string, r: string): string =>
  `(${j}.state = 'aborted' and not ${r}.canceled)`;

/**
 * SQL: whether a user `u` of a job `j` still has to be deleted. True if the regulation `r` is not
 * canceled, and no later job of the destination has the user.
 */
export const isLeft = (j: string): string => `not r.canceled and not exists (
    select from ${SCHEMA}.deletion_job_users later join ${SCHEMA}.deletion_jobs k on k.id = later.job_id
     where later.regulation_id = u.regulation_id and later.job_id > u.job_id
       and k.destination_id = ${j}.destination_id)`;

/** SQL: whether a job `j` has users that still have to be deleted, by this job or by a retry. */
export const hasUsersLeft = (j: string): string => `exists (
    select from ${SCHEMA}.deletion_job_users u join ${SCHEMA}.regulations r on r.id = u.regulation_id
     where u.job_id = ${j}.id and ${isLeft(j)})`;

/**
 * SQL: whether a deletion of a regulation still has to be done, by the stored status. The index
 * `regulations_by_due` has the same text.
 */
export const UNDONE_REGULATION = `due_at is not null and not canceled
  and (needs_attention or coalesce(deletion_status, 'overdue') = 'overdue')`;

/** SQL: whether the deadline of a job or a regulation has passed. */
const isPastDue = (row: string): string => `${row}.due_at < statement_timestamp()`;
