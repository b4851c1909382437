import { SCHEMA } from '../database/schema-name.js';

/**
 * SQL: whether a job `j` needs attention. It failed permanently (`aborted`), and some of its users are left, so it goes on
 * only if a person retries it. `retried_at` says since when none is left.
 *
 * @param j how the statement calls the job
 */
export const needsAttention = (j: string): string =>
  `(${j}.state = 'aborted' and ${j}.retried_at is null)`;

/** SQL: whether the deletions of a job `j` are still to be done: it is open, on hold, or needs attention. */
export const isUndone = (j: string): string =>
  `(${j}.state in ('pending', 'running', 'failed') or ${needsAttention(j)})`;

/**
 * SQL: whether a job `j` is overdue; null where it has no time, as jobs that a restore rebuilt. Lists, filters, the summary and
 * metrics all have it from here.
 */
export const isOverdue = (j: string): string => `(${isUndone(j)} and ${isPastDue(j)})`;

/**
 * SQL: the same for one user whose newest job at its destination is `j`. No later job has the user, whatever became of the
 * others in it. Where the regulation is canceled, no retry of an aborted job has the user: nothing is to be done.
 *
 * @param regulationId SQL of the user's regulation
 */
export const isOverdueForUser = (j: string, regulationId: string): string =>
  `(${j}.state not in ('complete', 'canceled') and ${isPastDue(j)} and (${j}.state <> 'aborted' or exists (
     select from ${SCHEMA}.regulations ordered where ordered.id = ${regulationId} and not ordered.canceled)))`;

/** SQL: a user `u` of a job `j` is still to be deleted: the regulation `r` is not canceled, and no later job has the user. */
export const isLeft = (j: string): string => `not r.canceled and not exists (
    select from ${SCHEMA}.deletion_job_users later join ${SCHEMA}.deletion_jobs k on k.id = later.job_id
     where later.regulation_id = u.regulation_id and later.job_id > u.job_id
       and k.destination_id = ${j}.destination_id)`;

/** SQL: whether a job `j` has users who are still to be deleted by it, or by a retry of it. */
export const hasUsersLeft = (j: string): string => `exists (
    select from ${SCHEMA}.deletion_job_users u join ${SCHEMA}.regulations r on r.id = u.regulation_id
     where u.job_id = ${j}.id and ${isLeft(j)})`;

const isPastDue = (j: string): string => `${j}.due_at < statement_timestamp()`;
