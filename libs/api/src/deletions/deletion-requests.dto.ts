import { DELETION_STATES, FIXED_LIMITS, type DeletionState } from '@lethe/contracts';
import {
  catalogId,
  count,
  CursorQueryDto,
  flag,
  jobId,
  knownId,
  Member,
  oneOf,
  TIME,
  time,
} from '../definition/index.js';

const BOUND = { is: time, optional: true };

/** Query of `GET /v2/deletion-jobs`. */
export class ListDeletionJobsDto extends CursorQueryDto {
  @Member({ is: catalogId, optional: true })
  destinationId?: string;

  @Member({ is: oneOf(DELETION_STATES), optional: true })
  status?: DeletionState;

  @Member({ is: flag, optional: true, description: 'As `overdue` of a job.' })
  overdue?: boolean;

  @Member({ is: flag, optional: true, description: 'As `needsAttention` of a job.' })
  needsAttention?: boolean;

  @Member({ is: flag, optional: true, description: 'Waits until an operator releases it.' })
  held?: boolean;

  @Member({ ...BOUND, description: 'At this time or later.' })
  createdAfter?: string;

  @Member(BOUND)
  createdBefore?: string;
}

/** Body of `POST /v2/deletion-jobs/retry`: which of the aborted jobs. */
export class RetryDeletionsDto {
  @Member({
    is: catalogId,
    optional: true,
    example: 'dst_hook',
    description: 'Jobs of this destination only.',
  })
  destinationId?: string;

  @Member({ ...TIME, optional: true, description: 'Created at this time or later.' })
  createdAfter?: string;

  @Member({ ...TIME, optional: true, description: 'Created before this time.' })
  createdBefore?: string;

  @Member({
    is: count({ least: 1, most: FIXED_LIMITS.pageSize }),
    optional: true,
    default: FIXED_LIMITS.pageSize,
    description: 'Most jobs of this call.',
  })
  limit?: number;
}

export class DeletionJobIdDto {
  @Member({ is: jobId, description: 'Of a job.' })
  id!: string;
}

export class DeletionsOfDestinationDto {
  @Member({ is: knownId, named: 'id', description: 'Of a destination.' })
  destinationId!: string;
}
