import {
  DeletionJobDetailDto,
  DeletionJobPageDto,
  DeletionSummaryDto,
  type DeletionJobDto,
  RetryDeletionsDto,
  RetryResultDto,
} from '@lethe/api';
import { DELETION_STATES, FIXED_LIMITS, ID_PATTERN, type ErrorCode } from '@lethe/contracts';
import { applyDecorators } from '@nestjs/common';
import { ApiBody, ApiNoContentResponse, ApiParam } from '@nestjs/swagger';
import { ApiAnswer } from '../docs/api-answer.decorator.js';
import { BODY_ERRORS } from '../docs/api-errors.decorator.js';
import {
  ApiOptionalQuery,
  ApiTokenOperation,
  PAGES_END_EARLY,
} from '../docs/api-operation.decorator.js';
import { DELETIONS_TAG } from '../docs/openapi-document.js';

const AT = '2026-11-21T08:00:00.000Z';
const NEXT = '2026-11-21T08:01:04.000Z';
const DUE = '2026-12-21T08:00:00.000Z';

const REASON = 'The destination answered with status 500.';
const JOB = {
  id: '4711',
  destinationId: 'dst_hook',
  destinationType: 'WEBHOOK',
  status: 'failed',
  attempts: 1,
  users: 100,
  reason: REASON,
  held: false,
  createdAt: AT,
  startedAt: AT,
  nextAttemptAt: NEXT,
  dueAt: DUE,
  overdue: false,
  needsAttention: false,
} as const satisfies DeletionJobDto;

const DETAIL: DeletionJobDetailDto = {
  ...JOB,
  history: [{ at: AT, outcome: 'failed', worker: 'lethe', reason: REASON, nextAttemptAt: NEXT }],
};

const PAGE: DeletionJobPageDto = {
  data: [JOB],
  paging: { next: '/v2/deletion-jobs?after_cursor=AAYp0Kk0gAAAAAAAAAASZ2dYxQ4T&limit=1' },
};

const SUMMARY: DeletionSummaryDto = {
  destinations: [
    {
      destinationId: 'dst_hook',
      destinationType: 'WEBHOOK',
      held: 0,
      overdue: 0,
      needsAttention: 0,
      states: {
        pending: { jobs: 12, oldestCreatedAt: AT },
        complete: { jobs: 4711, oldestCreatedAt: AT },
      },
    },
  ],
};

const RETRIED = { jobs: 2, users: 117, more: false, leftOut: [] } satisfies RetryResultDto;

const ApiDeletions = (summary: string, description: string, ...errors: readonly ErrorCode[]) =>
  ApiTokenOperation({ tag: DELETIONS_TAG, summary, description, errors });

const time = { type: 'string', format: 'date-time' } as const;

export const DocumentsJobs = () =>
  applyDecorators(
    ApiDeletions(
      'List deletion jobs',
      `Newest first. A walk through all pages sees every job that existed at its start exactly once. ${PAGES_END_EARLY} Takes \`regulations:read\`.`,
      'invalid_request',
      'invalid_cursor',
    ),
    ApiOptionalQuery(
      'after_cursor',
      { type: 'string' },
      'Taken unchanged from `paging.next`, which is a whole path.',
    ),
    ApiOptionalQuery('limit', {
      type: 'integer',
      minimum: 1,
      maximum: FIXED_LIMITS.pageSize,
      default: FIXED_LIMITS.defaultPageSize,
    }),
    ApiOptionalQuery('destination_id', { type: 'string', pattern: ID_PATTERN.source }),
    ApiOptionalQuery('status', { type: 'string', enum: [...DELETION_STATES] }),
    ApiOptionalQuery('overdue', { type: 'boolean' }, 'As `overdue` of a job.'),
    ApiOptionalQuery('needs_attention', { type: 'boolean' }, 'As `needsAttention` of a job.'),
    ApiOptionalQuery('held', { type: 'boolean' }, 'Waits until an operator releases it.'),
    ApiOptionalQuery('created_after', time, 'At this time or later.'),
    ApiOptionalQuery('created_before', time),
    ApiAnswer(200, DeletionJobPageDto, 'A page of jobs.', PAGE),
  );

export const DocumentsJob = () =>
  applyDecorators(
    ApiDeletions(
      'Get a deletion job',
      'With what each attempt came to: by whose worker, why, and when it was to be tried next. Takes `regulations:read`.',
      'not_found',
    ),
    ApiParam({ name: 'id', description: 'Of a job.' }),
    ApiAnswer(200, DeletionJobDetailDto, 'The job.', DETAIL),
  );

export const DocumentsSummary = () =>
  applyDecorators(
    ApiDeletions(
      'Sum up deletion jobs',
      'How many there are, and how old the oldest is, by destination and state. Takes `regulations:read`.',
    ),
    ApiAnswer(200, DeletionSummaryDto, 'Destinations that have had a job, or are paused.', SUMMARY),
  );

export const DocumentsRetry = () =>
  applyDecorators(
    ApiDeletions(
      'Try aborted jobs anew',
      'Those that the body selects, the oldest first. Makes a new job for the users of each, without those who are canceled or in a later job already; so it may be repeated. Takes `regulations:delete`.',
      ...BODY_ERRORS,
      'outcome_unknown',
    ),
    ApiBody({
      type: RetryDeletionsDto,
      required: true,
      examples: {
        all: { summary: 'All', value: {} },
        destination: { summary: 'Of one destination', value: { destinationId: 'dst_hook' } },
      },
    }),
    ApiAnswer(200, RetryResultDto, 'What was made.', RETRIED),
  );

export const DocumentsRetryRegulation = () =>
  applyDecorators(
    ApiDeletions(
      'Try the deletion of one user anew',
      'At the destinations where it is aborted. Takes `regulations:delete`.',
      'not_found',
      'conflict',
      'outcome_unknown',
    ),
    ApiParam({ name: 'id', schema: { type: 'string', format: 'uuid' } }),
    ApiAnswer(200, RetryResultDto, 'What was made.', { ...RETRIED, jobs: 1, users: 1 }),
  );

export const DocumentsPause = () =>
  applyDecorators(
    ApiDeletions(
      'Pause the deletions of a destination',
      'No job of it is offered until it is resumed; what a worker has in hand goes on. Repeating it changes nothing. Takes `regulations:delete`.',
      'not_found',
    ),
    ApiParam({ name: 'id', description: 'Of a destination.' }),
    ApiNoContentResponse({ description: 'Paused, now or before.' }),
  );

export const DocumentsResume = () =>
  applyDecorators(
    ApiDeletions(
      'Resume the deletions of a destination',
      'Also ends the pause that a limit or an outage of the destination has made. Repeating it changes nothing. Takes `regulations:delete`.',
      'not_found',
    ),
    ApiParam({ name: 'id', description: 'Of a destination.' }),
    ApiNoContentResponse({ description: 'Not paused.' }),
  );
