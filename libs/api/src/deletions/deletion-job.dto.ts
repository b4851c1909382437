import {
  CONDITION_WORDS,
  DELETION_STATE_WORDS,
  DELETION_STATES,
  describeStates,
  type DeletionRecord,
  type DeletionState,
} from '@lethe/contracts';
import {
  flag,
  integer,
  Member,
  objects,
  object,
  oneOf,
  PagingDto,
  text,
  TIME,
  type Kind,
} from '../definition/index.js';
import { DeletionAttemptDto } from './deletion-attempt.dto.js';

/** As `DeletionRecordDto`, without its name. */
const record: Kind = {
  schema: {
    type: 'object',
    properties: {
      method: { type: 'string' },
      counts: { type: 'object', additionalProperties: { type: 'integer' } },
      notes: { type: 'array', items: { type: 'string' } },
    },
    required: ['method'],
  },
};

const STATE_COUNT = {
  type: 'object',
  required: ['jobs', 'oldestCreatedAt'],
  properties: {
    jobs: { type: 'integer', example: 12 },
    oldestCreatedAt: { type: 'string', format: 'date-time', example: TIME.example },
  },
};

const countsOfStates: Kind = {
  schema: {
    type: 'object',
    properties: Object.fromEntries(DELETION_STATES.map((state) => [state, STATE_COUNT])),
    additionalProperties: false,
  },
};

/** One order to one destination, for up to 1,000 users. */
export class DeletionJobDto {
  @Member({ is: text, example: '4711', description: 'A decimal number.' })
  id!: string;

  @Member({ is: text, example: 'dst_hook' })
  destinationId!: string;

  @Member({ is: text, example: 'WEBHOOK' })
  destinationType!: string;

  @Member({
    is: oneOf(DELETION_STATES),
    example: 'failed',
    description: describeStates(DELETION_STATE_WORDS),
  })
  status!: DeletionState;

  @Member({ is: integer, example: 1, description: 'How often it has failed.' })
  attempts!: number;

  @Member({ is: integer, example: 100, description: 'How many users are in it.' })
  users!: number;

  @Member({
    is: text,
    optional: true,
    description: 'Why it failed or was aborted, or what it waits for.',
  })
  reason?: string;

  @Member({ is: flag, example: false, description: CONDITION_WORDS.held.meaning })
  held!: boolean;

  @Member(TIME)
  createdAt!: string;

  @Member({ ...TIME, optional: true, description: 'When a worker took it for the first time.' })
  startedAt?: string;

  @Member({ ...TIME, optional: true, description: 'When it became final.' })
  finishedAt?: string;

  @Member({ ...TIME, optional: true, description: 'When it may be tried next, while it waits.' })
  nextAttemptAt?: string;

  @Member({ ...TIME, optional: true, description: 'By when it has to be done.' })
  dueAt?: string;

  /** Its time has passed and it is not done: it is open, on hold, or needs attention. */
  @Member({ is: flag, example: false, description: CONDITION_WORDS.overdue.meaning })
  overdue!: boolean;

  /** It is aborted, and some of its users are neither in a retry nor canceled: it goes on only if a person retries it. */
  @Member({ is: flag, example: false, description: CONDITION_WORDS.needsAttention.meaning })
  needsAttention!: boolean;

  @Member({
    ...TIME,
    optional: true,
    description:
      'When a retry had left nothing to do in it, after it was aborted: later jobs have its users, or their regulations are canceled.',
  })
  retriedAt?: string;

  @Member({
    is: record,
    optional: true,
    example: { method: 'POST to the deletion URL', counts: { users: 100 } },
    description: 'How it was deleted.',
  })
  record?: DeletionRecord;
}

/** One job with all that is known of it. */
export class DeletionJobDetailDto extends DeletionJobDto {
  @Member({
    is: objects(() => DeletionAttemptDto),
    description:
      'What each attempt on its users came to, the oldest first; also those of the jobs that they were in before.',
  })
  history!: readonly DeletionAttemptDto[];
}

export class DeletionJobPageDto {
  @Member({ is: objects(() => DeletionJobDto) })
  data!: readonly DeletionJobDto[];

  @Member({ is: object(() => PagingDto) })
  paging!: PagingDto;
}

export class DestinationDeletionsDto {
  @Member({ is: text, example: 'dst_hook' })
  destinationId!: string;

  @Member({ is: text, example: 'WEBHOOK' })
  destinationType!: string;

  @Member({ ...TIME, optional: true, description: 'Since when it is paused: no job is offered.' })
  pausedAt?: string;

  @Member({
    ...TIME,
    optional: true,
    description: 'Until when it is left alone, after a limit, a conflict or an outage.',
  })
  delayedUntil?: string;

  @Member({
    is: integer,
    example: 0,
    description: 'Jobs that wait until an operator releases them.',
  })
  held!: number;

  @Member({ is: integer, example: 0, description: 'Jobs with `overdue`.' })
  overdue!: number;

  @Member({ is: integer, example: 0, description: 'Jobs with `needsAttention`.' })
  needsAttention!: number;

  @Member({
    is: countsOfStates,
    example: { pending: { jobs: 12, oldestCreatedAt: TIME.example } },
    description: 'The states that there are jobs of.',
  })
  states!: Readonly<
    Partial<Record<DeletionState, { readonly jobs: number; readonly oldestCreatedAt: string }>>
  >;
}

export class DeletionSummaryDto {
  @Member({ is: objects(() => DestinationDeletionsDto) })
  destinations!: readonly DestinationDeletionsDto[];
}

class LeftOutDto {
  @Member({ is: text, example: 'dst_gone' })
  destinationId!: string;

  @Member({ is: text, example: 'The destination was deleted.' })
  reason!: string;
}

export class RetryResultDto {
  @Member({ is: integer, example: 2, description: 'New jobs.' })
  jobs!: number;

  @Member({ is: integer, example: 117, description: 'Users in them.' })
  users!: number;

  @Member({ is: flag, example: false, description: 'There may be more: call again.' })
  more!: boolean;

  @Member({
    is: objects(() => LeftOutDto),
    description: 'Where something was aborted and cannot be tried anew.',
  })
  leftOut!: readonly LeftOutDto[];
}
