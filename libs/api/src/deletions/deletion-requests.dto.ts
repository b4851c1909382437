import { DELETION_STATES, FIXED_LIMITS, type DeletionState } from '@lethe/contracts';
import {
  catalogId,
  count,
  cursor,
  flag,
  jobId,
  knownId,
  Member,
  oneOf,
  regulationId,
  time,
} from '../definition/index.js';

const TIME = { is: time, optional: true };
const EXAMPLE_TIME = '2026-11-21T08:00:00.000Z';
const MOST = { least: 1, most: FIXED_LIMITS.pageSize };

/** Query of `GET /v2/deletion-jobs`. */
export class ListDeletionJobsDto {
  @Member({
    is: cursor,
    optional: true,
    description: 'Taken unchanged from `paging.next`, which is a whole path.',
  })
  afterCursor?: string;

  @Member({ is: count(MOST), optional: true, default: FIXED_LIMITS.defaultPageSize })
  limit?: number;

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

  @Member({ ...TIME, description: 'At this time or later.' })
  createdAfter?: string;

  @Member(TIME)
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

  @Member({ ...TIME, example: EXAMPLE_TIME, description: 'Created at this time or later.' })
  createdAfter?: string;

  @Member({ ...TIME, example: EXAMPLE_TIME, description: 'Created before this time.' })
  createdBefore?: string;

  @Member({
    is: count(MOST),
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

export class RetriedRegulationDto {
  @Member({ is: regulationId })
  id!: string;
}

export class DeletionsOfDestinationDto {
  @Member({ is: knownId, named: 'id', description: 'Of a destination.' })
  destinationId!: string;
}
