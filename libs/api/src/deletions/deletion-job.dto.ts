import {
  CONDITION_WORDS,
  DELETION_STATE_WORDS,
  DELETION_STATES,
  describeStates,
  DUE_SOON_DAYS,
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
import { DeletionExceptionDto } from './deletion-exception.dto.js';
import { DeletionAttemptDto } from './deletion-attempt.dto.js';
import { VerificationDto } from './destination-deletion.dto.js';

/** Same schema as `DeletionRecordDto`, but without a name in the reference. */
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

/** Deletion of up to 1,000 users at one destination. */
export class DeletionJobDto {
  @Member({ is: text, example: '4711', description: 'Decimal number of the job.' })
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

  @Member({ is: integer, example: 1, description: 'Number of failed attempts.' })
  attempts!: number;

  @Member({ is: integer, example: 100, description: 'Number of users in the job.' })
  users!: number;

  @Member({
    is: text,
    optional: true,
    description: 'Reason why the job failed or was aborted, or why it waits.',
  })
  reason?: string;

  @Member({ is: flag, example: false, description: CONDITION_WORDS.held.meaning })
  held!: boolean;

  @Member(TIME)
  createdAt!: string;

  @Member({ ...TIME, optional: true, description: 'Time at which a worker first claimed the job.' })
  startedAt?: string;

  @Member({ ...TIME, optional: true, description: 'Time at which the job became final.' })
  finishedAt?: string;

  @Member({
    ...TIME,
    optional: true,
    description: 'Earliest time of the next attempt, while the job waits.',
  })
  nextAttemptAt?: string;

  @Member({ ...TIME, optional: true, description: 'Deadline of the deletion.' })
  dueAt?: string;

  @Member({ is: flag, example: false, description: CONDITION_WORDS.overdue.meaning })
  overdue!: boolean;

  @Member({ is: flag, example: false, description: CONDITION_WORDS.needsAttention.meaning })
  needsAttention!: boolean;

  @Member({
    is: flag,
    optional: true,
    description: `True for a complete job with this condition, otherwise absent: ${CONDITION_WORDS.foundAgain.meaning}`,
  })
  foundAgain?: boolean;

  @Member({
    ...TIME,
    optional: true,
    description:
      'Time from which this aborted job needs no further action: each of its users is in a later job, or has a canceled regulation.',
  })
  retriedAt?: string;

  @Member({
    is: object(() => DeletionExceptionDto),
    optional: true,
    description: 'Why a person closed the deletion without carrying it out.',
  })
  exception?: DeletionExceptionDto;

  @Member({
    is: record,
    optional: true,
    example: { method: 'POST to the deletion URL', counts: { users: 100 } },
    description: 'How the data was deleted.',
  })
  record?: DeletionRecord;
}

/** A job with its history. */
export class DeletionJobDetailDto extends DeletionJobDto {
  @Member({
    is: objects(() => DeletionAttemptDto),
    description:
      'Outcome of each attempt for the users of the job, oldest first. Includes attempts of their earlier jobs.',
  })
  history!: readonly DeletionAttemptDto[];

  @Member({
    is: object(() => VerificationDto),
    optional: true,
    description:
      'The verification of this job that ended last; before the first end, the one that is due first. Its counts and its reason are those of all users of the job.',
  })
  verification?: VerificationDto;
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

  @Member({
    ...TIME,
    optional: true,
    description: 'Time at which a person paused the destination queue. No worker gets a job.',
  })
  pausedAt?: string;

  @Member({
    ...TIME,
    optional: true,
    description:
      'No job begins before this time. The cause is a limit, a conflict, an outage or a failure.',
  })
  delayedUntil?: string;

  @Member({
    is: integer,
    example: 0,
    description: 'Number of jobs on hold: they wait until an operator releases them.',
  })
  held!: number;

  @Member({ is: integer, example: 0, description: 'Number of jobs with `overdue`.' })
  overdue!: number;

  @Member({
    is: integer,
    example: 0,
    description: `Number of jobs that still have to be done and whose \`dueAt\` is within the next ${DUE_SOON_DAYS} days.`,
  })
  dueSoon!: number;

  @Member({ is: integer, example: 0, description: 'Number of jobs with `needsAttention`.' })
  needsAttention!: number;

  @Member({ is: integer, example: 0, description: 'Number of jobs with `foundAgain`.' })
  foundAgain!: number;

  @Member({
    is: countsOfStates,
    example: { pending: { jobs: 12, oldestCreatedAt: TIME.example } },
    description:
      'Number of jobs by state, and creation time of the oldest one. States without jobs are absent.',
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

export class VerifyResultDto {
  @Member({
    is: integer,
    example: 1,
    description:
      'Number of destinations that are asked. Includes those for which an earlier request has not ended.',
  })
  verifications!: number;

  @Member({
    is: objects(() => LeftOutDto),
    description: 'Destinations that are not asked, with the reason.',
  })
  leftOut!: readonly LeftOutDto[];
}

export class RetryResultDto {
  @Member({ is: integer, example: 2, description: 'Number of new jobs.' })
  jobs!: number;

  @Member({ is: integer, example: 117, description: 'Number of users in these jobs.' })
  users!: number;

  @Member({
    is: flag,
    example: false,
    description: 'True when there may be more jobs to retry. Then repeat the request.',
  })
  more!: boolean;

  @Member({
    is: objects(() => LeftOutDto),
    description: 'Destinations with aborted deletions that cannot be retried.',
  })
  leftOut!: readonly LeftOutDto[];
}
