import {
  CONDITION_WORDS,
  DELETION_STATE_WORDS,
  DELETION_STATES,
  describeStates,
  FIXED_LIMITS,
  ID_PATTERN,
  type DeletionJobDetail,
  type DeletionJobRecord,
  type DeletionRecord,
  type DeletionState,
  type DeletionSummary,
  type RetryResult,
} from '@lethe/contracts';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsOptional, IsString } from 'class-validator';
import { DeletionAttemptDto } from './deletion-attempt.dto.js';
import { PagingDto } from '../regulations/regulation.dto.js';

const TIME = { format: 'date-time', example: '2026-11-21T08:00:00.000Z' };
const ONCE = { message: 'must be given once' };
const FLAG = { message: 'must be true or false' };
const BOOLEANS = ['true', 'false'] as const;

/** One order to one destination, for up to 1,000 users. */
export class DeletionJobDto implements DeletionJobRecord {
  @ApiProperty({ example: '4711', description: 'A decimal number.' })
  id!: string;

  @ApiProperty({ example: 'dst_hook' })
  destinationId!: string;

  @ApiProperty({ example: 'WEBHOOK' })
  destinationType!: string;

  @ApiProperty({
    enum: DELETION_STATES,
    example: 'failed',
    description: describeStates(DELETION_STATE_WORDS),
  })
  status!: DeletionState;

  @ApiProperty({ type: 'integer', example: 1, description: 'How often it has failed.' })
  attempts!: number;

  @ApiProperty({ type: 'integer', example: 100, description: 'How many users are in it.' })
  users!: number;

  @ApiPropertyOptional({ description: 'Why it failed or was aborted, or what it waits for.' })
  reason?: string;

  @ApiProperty({ example: false, description: CONDITION_WORDS.held.meaning })
  held!: boolean;

  @ApiProperty(TIME)
  createdAt!: string;

  @ApiPropertyOptional({ ...TIME, description: 'When a worker took it for the first time.' })
  startedAt?: string;

  @ApiPropertyOptional({ ...TIME, description: 'When it became final.' })
  finishedAt?: string;

  @ApiPropertyOptional({ ...TIME, description: 'When it may be tried next, while it waits.' })
  nextAttemptAt?: string;

  @ApiPropertyOptional({ ...TIME, description: 'By when it has to be done.' })
  dueAt?: string;

  @ApiProperty({
    example: false,
    description: CONDITION_WORDS.overdue.meaning,
  })
  overdue!: boolean;

  @ApiProperty({
    example: false,
    description: CONDITION_WORDS.needsAttention.meaning,
  })
  needsAttention!: boolean;

  @ApiPropertyOptional({
    ...TIME,
    description:
      'When a retry had left nothing to do in it, after it was aborted: later jobs have its users, or their regulations are canceled.',
  })
  retriedAt?: string;

  @ApiPropertyOptional({
    type: 'object',
    properties: {
      method: { type: 'string' },
      counts: { type: 'object', additionalProperties: { type: 'integer' } },
      notes: { type: 'array', items: { type: 'string' } },
    },
    required: ['method'],
    example: { method: 'POST to the deletion URL', counts: { users: 100 } },
    description: 'How it was deleted.',
  })
  record?: DeletionRecord;
}

/** One job with all that is known of it. */
export class DeletionJobDetailDto extends DeletionJobDto implements DeletionJobDetail {
  @ApiProperty({
    type: [DeletionAttemptDto],
    description:
      'What each attempt on its users came to, the oldest first; also those of the jobs that they were in before.',
  })
  history!: readonly DeletionAttemptDto[];
}

export class DeletionJobPageDto {
  @ApiProperty({ type: [DeletionJobDto] })
  data!: readonly DeletionJobDto[];

  @ApiProperty({ type: PagingDto })
  paging!: PagingDto;
}

type States = DeletionSummary['destinations'][number]['states'];
const COUNT = {
  type: 'object' as const,
  required: ['jobs', 'oldestCreatedAt'],
  properties: {
    jobs: { type: 'integer' as const, example: 12 },
    oldestCreatedAt: { type: 'string' as const, ...TIME },
  },
};

export class DestinationDeletionsDto {
  @ApiProperty({ example: 'dst_hook' })
  destinationId!: string;

  @ApiProperty({ example: 'WEBHOOK' })
  destinationType!: string;

  @ApiPropertyOptional({ ...TIME, description: 'Since when it is paused: no job is offered.' })
  pausedAt?: string;

  @ApiPropertyOptional({
    ...TIME,
    description: 'Until when it is left alone, after a limit, a conflict or an outage.',
  })
  delayedUntil?: string;

  @ApiProperty({
    type: 'integer',
    example: 0,
    description: 'Jobs that wait until an operator releases them.',
  })
  held!: number;

  @ApiProperty({ type: 'integer', example: 0, description: 'Jobs with `overdue`.' })
  overdue!: number;

  @ApiProperty({ type: 'integer', example: 0, description: 'Jobs with `needsAttention`.' })
  needsAttention!: number;

  @ApiProperty({
    type: 'object',
    properties: Object.fromEntries(DELETION_STATES.map((state) => [state, COUNT])),
    additionalProperties: false,
    example: { pending: { jobs: 12, oldestCreatedAt: TIME.example } },
    description: 'The states that there are jobs of.',
  })
  states!: States;
}

export class DeletionSummaryDto implements DeletionSummary {
  @ApiProperty({ type: [DestinationDeletionsDto] })
  destinations!: readonly DestinationDeletionsDto[];
}

/** Query of `GET /v2/deletion-jobs`, as strings. */
export class ListDeletionJobsDto {
  @IsOptional()
  @IsString(ONCE)
  after_cursor?: string;

  @IsOptional()
  @IsString(ONCE)
  limit?: string;

  @IsOptional()
  @IsString(ONCE)
  destination_id?: string;

  @IsOptional()
  @IsIn(DELETION_STATES, { message: `must be one of ${DELETION_STATES.join(', ')}` })
  status?: DeletionState;

  @IsOptional()
  @IsIn(BOOLEANS, FLAG)
  overdue?: 'true' | 'false';

  @IsOptional()
  @IsIn(BOOLEANS, FLAG)
  needs_attention?: 'true' | 'false';

  @IsOptional()
  @IsIn(BOOLEANS, FLAG)
  held?: 'true' | 'false';

  @IsOptional()
  @IsString(ONCE)
  created_after?: string;

  @IsOptional()
  @IsString(ONCE)
  created_before?: string;
}

/** Body of `POST /v2/deletion-jobs/retry`: which of the aborted jobs. */
export class RetryDeletionsDto {
  @ApiPropertyOptional({
    pattern: ID_PATTERN.source,
    example: 'dst_hook',
    description: 'Jobs of this destination only.',
  })
  destinationId?: string;

  @ApiPropertyOptional({ ...TIME, description: 'Created at this time or later.' })
  createdAfter?: string;

  @ApiPropertyOptional({ ...TIME, description: 'Created before this time.' })
  createdBefore?: string;

  @ApiPropertyOptional({
    type: 'integer',
    minimum: 1,
    maximum: FIXED_LIMITS.pageSize,
    default: FIXED_LIMITS.pageSize,
    description: 'Most jobs of this call.',
  })
  limit?: number;
}

class LeftOutDto {
  @ApiProperty({ example: 'dst_gone' })
  destinationId!: string;

  @ApiProperty({ example: 'The destination was deleted.' })
  reason!: string;
}

export class RetryResultDto implements RetryResult {
  @ApiProperty({ type: 'integer', example: 2, description: 'New jobs.' })
  jobs!: number;

  @ApiProperty({ type: 'integer', example: 117, description: 'Users in them.' })
  users!: number;

  @ApiProperty({ example: false, description: 'There may be more: call again.' })
  more!: boolean;

  @ApiProperty({
    type: [LeftOutDto],
    description: 'Where something was aborted and cannot be tried anew.',
  })
  leftOut!: readonly LeftOutDto[];
}
