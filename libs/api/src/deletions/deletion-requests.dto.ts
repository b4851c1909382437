import { DELETION_STATES, FIXED_LIMITS, type DeletionState } from '@lethe/contracts';
import {
  catalogId,
  count,
  CursorQueryDto,
  flag,
  jobId,
  knownId,
  checkOrder,
  LIST_ORDERS,
  Member,
  oneOf,
  Together,
  TIME,
  time,
} from '../definition/index.js';

const BOUND = { is: time, optional: true };

/** Query of `GET /v2/deletion-jobs`. */
@Together<ListDeletionJobsDto>(checkOrder)
export class ListDeletionJobsDto extends CursorQueryDto {
  @Member({ is: catalogId, optional: true })
  destinationId?: string;

  @Member({ is: oneOf(DELETION_STATES), optional: true })
  status?: DeletionState;

  @Member({
    is: flag,
    optional: true,
    description: 'Returns only jobs with this value of `overdue`.',
  })
  overdue?: boolean;

  @Member({
    ...BOUND,
    description:
      'Returns only jobs with `dueAt` before this time that still have to be done, sorted as with `sort=due`.',
  })
  dueBefore?: string;

  @Member({
    is: oneOf(LIST_ORDERS),
    optional: true,
    description:
      '`newest` (the default) sorts by creation. `due` sorts by `dueAt`, the earliest first, and returns only jobs that still have to be done: open, or failed permanently without a later retry or exception.',
  })
  sort?: (typeof LIST_ORDERS)[number];

  @Member({
    is: flag,
    optional: true,
    description: 'Returns only jobs with this value of `needsAttention`.',
  })
  needsAttention?: boolean;

  @Member({
    is: flag,
    optional: true,
    description:
      '`true` returns only jobs with `foundAgain`; `false` returns only jobs without it.',
  })
  foundAgain?: boolean;

  @Member({ is: flag, optional: true, description: 'Returns only jobs with this value of `held`.' })
  held?: boolean;

  @Member({ ...BOUND, description: 'Returns only jobs created at this time or later.' })
  createdAfter?: string;

  @Member(BOUND)
  createdBefore?: string;
}

/** Body of `POST /v2/deletion-jobs/retry`, which selects jobs that failed permanently. */
export class RetryDeletionsDto {
  @Member({
    is: catalogId,
    optional: true,
    example: 'dst_hook',
    description: 'Retries only jobs of this destination.',
  })
  destinationId?: string;

  @Member({
    ...TIME,
    optional: true,
    description: 'Retries only jobs created at this time or later.',
  })
  createdAfter?: string;

  @Member({ ...TIME, optional: true, description: 'Retries only jobs created before this time.' })
  createdBefore?: string;

  @Member({
    is: count({ least: 1, most: FIXED_LIMITS.pageSize }),
    optional: true,
    default: FIXED_LIMITS.pageSize,
    description: 'Maximum number of jobs to retry in this request.',
  })
  limit?: number;
}

export class DeletionJobIdDto {
  @Member({ is: jobId, description: 'Id of a job.' })
  id!: string;
}

export class DeletionsOfDestinationDto {
  @Member({ is: knownId, named: 'id', description: 'Id of a destination.' })
  destinationId!: string;
}
