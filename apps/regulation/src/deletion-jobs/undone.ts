/**
 * SQL: whether a job `j` needs attention. It failed permanently (`aborted`), and no retry has all of its users, so it goes on
 * only if a person retries it.
 *
 * @param j how the statement calls the job
 */
export const needsAttention = (j: string): string =>
  `(${j}.state = 'aborted' and ${j}.retried_at is null)`;

/** SQL: whether the deletions of a job `j` are still to be done: it is open, on hold, or needs attention. */
export const isUndone = (j: string): string =>
  `(${j}.state in ('pending', 'running', 'failed') or ${needsAttention(j)})`;

/**
 * SQL: whether a job `j` is overdue; null where it has no time, as jobs of older code. Lists, filters, the summary and
 * metrics all have it from here.
 */
export const isOverdue = (j: string): string => `(${isUndone(j)} and ${isPastDue(j)})`;

/**
 * SQL: the same for one user whose newest job at its destination is `j`. No later job has the user, whatever became of the
 * others in it.
 */
export const isOverdueForUser = (j: string): string =>
  `(${j}.state not in ('complete', 'canceled') and ${isPastDue(j)})`;

const isPastDue = (j: string): string => `${j}.due_at < statement_timestamp()`;
